/** Replaces a date or a year in normal forms. */
export const DATE = '\u27e6date\u27e7';

/**
 * Month names and their abbreviations in English, German, French, Spanish, Italian, Portuguese, Dutch, Polish, Czech, Swedish, Danish, Norwegian,
 * Finnish, Romanian, Hungarian, Turkish, Russian, Ukrainian, Greek; from January on.
 */
const months = words(`
  ene enero gen gennaio ianuarie jan janeiro januar januari januarie january janu\u00e1r janv janvier j\u00e4nner leden ledna ocak
  stycze\u0144 stycznia tammikuut tammikuuta \u03b9\u03b1\u03bd\u03bf\u03c5\u03b1\u03c1\u03af\u03bf\u03c5
  \u0441\u0456\u0447\u0435\u043d\u044c \u0441\u0456\u0447\u043d\u044f \u044f\u043d\u0432\u0430\u0440\u044c
  \u044f\u043d\u0432\u0430\u0440\u044f
  feb febbraio febrero februar februari februarie february febru\u00e1r fev fevereiro fevrier f\u00e9v f\u00e9vrier helmikuut
  helmikuuta lutego luty \u00fanor \u00fanora \u015fubat \u03c6\u03b5\u03b2\u03c1\u03bf\u03c5\u03b1\u03c1\u03af\u03bf\u03c5
  \u043b\u044e\u0442\u0438\u0439 \u043b\u044e\u0442\u043e\u0433\u043e \u0444\u0435\u0432\u0440\u0430\u043b\u044c
  \u0444\u0435\u0432\u0440\u0430\u043b\u044f
  b\u0159ezen b\u0159ezna maaliskuut maaliskuuta maart mar marca march mars mart martie marts marzec marzo mar\u00e7o mrt
  m\u00e1rc m\u00e1rcius m\u00e4rz \u03bc\u03b1\u03c1\u03c4\u03af\u03bf\u03c5 \u0431\u0435\u0440\u0435\u0437\u0435\u043d\u044c
  \u0431\u0435\u0440\u0435\u0437\u043d\u044f \u043c\u0430\u0440\u0442 \u043c\u0430\u0440\u0442\u0430
  abr abril apr april aprile aprilie aprillie apr\u00edlis avr avril duben dubna huhtikuut huhtikuuta kwiecie\u0144 kwietnia nisan
  \u03b1\u03c0\u03c1\u03b9\u03bb\u03af\u03bf\u03c5 \u0430\u043f\u0440\u0435\u043b\u044c \u0430\u043f\u0440\u0435\u043b\u044f
  \u043a\u0432\u0456\u0442\u0435\u043d\u044c \u043a\u0432\u0456\u0442\u043d\u044f
  kv\u011bten kv\u011btna mag maggio mai maio maj maja may mayo may\u0131s mei m\u00e1j m\u00e1jus toukokuut toukokuuta
  \u03bc\u03b1\u0390\u03bf\u03c5 \u043c\u0430\u0439 \u043c\u0430\u044f \u0442\u0440\u0430\u0432\u0435\u043d\u044c
  \u0442\u0440\u0430\u0432\u043d\u044f
  czerwca czerwiec giu giugno haziran juin jun june junho juni junie junij junio j\u00fan j\u00fanius kes\u00e4kuut kes\u00e4kuuta
  \u010derven \u010dervna \u03b9\u03bf\u03c5\u03bd\u03af\u03bf\u03c5 \u0438\u044e\u043d\u044c \u0438\u044e\u043d\u044f
  \u0447\u0435\u0440\u0432\u0435\u043d\u044c \u0447\u0435\u0440\u0432\u043d\u044f
  hein\u00e4kuut hein\u00e4kuuta juil juillet jul julho juli julie julio july j\u00fal j\u00falius lipca lipiec lug luglio temmuz
  \u010dervence \u010dervenec \u03b9\u03bf\u03c5\u03bb\u03af\u03bf\u03c5 \u0438\u044e\u043b\u044c \u0438\u044e\u043b\u044f
  \u043b\u0438\u043f\u0435\u043d\u044c \u043b\u0438\u043f\u043d\u044f
  ago agosto aout ao\u00fbt aug august augusti augustus augusztus a\u011fustos elokuut elokuuta sierpie\u0144 sierpnia srpen srpna
  \u03b1\u03c5\u03b3\u03bf\u03cd\u03c3\u03c4\u03bf\u03c5 \u0430\u0432\u0433\u0443\u0441\u0442
  \u0430\u0432\u0433\u0443\u0441\u0442\u0430 \u0441\u0435\u0440\u043f\u0435\u043d\u044c \u0441\u0435\u0440\u043f\u043d\u044f
  eyl\u00fcl sep sepember sepembre sepembrie sept september septembre septembrie septiembre set setembro settembre syyskuut
  syyskuuta szept szeptember wrzesie\u0144 wrze\u015bnia z\u00e1\u0159\u00ed
  \u03c3\u03b5\u03c0\u03c4\u03b5\u03bc\u03b2\u03c1\u03af\u03bf\u03c5 \u0432\u0435\u0440\u0435\u0441\u0435\u043d\u044c
  \u0432\u0435\u0440\u0435\u0441\u043d\u044f \u0441\u0435\u043d\u0442\u044f\u0431\u0440\u044c
  \u0441\u0435\u043d\u0442\u044f\u0431\u0440\u044f
  ekim lokakuut lokakuuta oct october octobre octombrie okt oktober okt\u00f3ber ott ottobre out outubro pa\u017adziernik
  pa\u017adziernika \u0159\u00edjen \u0159\u00edjna \u03bf\u03ba\u03c4\u03c9\u03b2\u03c1\u03af\u03bf\u03c5
  \u0436\u043e\u0432\u0442\u0435\u043d\u044c \u0436\u043e\u0432\u0442\u043d\u044f \u043e\u043a\u0442\u044f\u0431\u0440\u044c
  \u043e\u043a\u0442\u044f\u0431\u0440\u044f
  kas\u0131m listopad listopadu marraskuut marraskuuta nov november novembre novembrie novembro noviembre
  \u03bd\u03bf\u03b5\u03bc\u03b2\u03c1\u03af\u03bf\u03c5 \u043b\u0438\u0441\u0442\u043e\u043f\u0430\u0434
  \u043b\u0438\u0441\u0442\u043e\u043f\u0430\u0434\u0430 \u043d\u043e\u044f\u0431\u0440\u044c \u043d\u043e\u044f\u0431\u0440\u044f
  aral\u0131k dec december decembrie des desember dez dezember dezembro dic dicembre diciembre d\u00e9c d\u00e9cembre
  grudzie\u0144 grudznia joulukuut joulukuuta prosince prosinec \u03b4\u03b5\u03ba\u03b5\u03bc\u03b2\u03c1\u03af\u03bf\u03c5
  \u0433\u0440\u0443\u0434\u0435\u043d\u044c \u0433\u0440\u0443\u0434\u043d\u044f \u0434\u0435\u043a\u0430\u0431\u0440\u044c
  \u0434\u0435\u043a\u0430\u0431\u0440\u044f
`);
const weekdays = words(`
  mon tue tues wed wednes thu thur thurs fri sat satur sun monday tuesday wednesday thursday friday saturday sunday montag dienstag mittwoch donnerstag freitag samstag sonntag mo di mi do fr sa so
  lundi mardi mercredi jeudi vendredi samedi dimanche lunes martes mi\u00e9rcoles jueves viernes s\u00e1bado domingo
  luned\u00ec marted\u00ec mercoled\u00ec gioved\u00ec venerd\u00ec sabato domenica
`);

function words(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/));
}

const day = '(?:0?[1-9]|[12]\\d|3[01])';
const year = '(?:19|20)\\d{2}';
const time =
  '\\d{1,2}:\\d{2}(?::\\d{2}(?:[.,]\\d+)?)?(?: ?[ap]\\.?m\\.?)?(?: ?(?:z|(?:utc|gmt|[ceh]es?t|bst|ist|msk|jst|[cemp][sd]t)\\b|(?:utc|gmt)? ?[+-]\\d{2}:?\\d{2}))?(?![\\w:])';
// Letters in place of names: a pattern of all names takes longer to compile than most sites to normalise.
const month = '(\\p{L}{3,14})\\.?';
const beforeDay = '(?:(\\p{L}{2,10})\\.?,? )?';

const years = `${year}(?: ?[-\u2013\u2014/] ?(?:${year}|\\d{2}|present|today|heute))?`;

const numbers = [
  `${year}-(?:0[1-9]|1[0-2])-${day}(?:[t ]${time})?`,
  `${year}(?:[./]) ?(?:0?[1-9]|1[0-2])(?:[./]) ?${day}\\.?`,
  `${day}[./-] ?(?:0?[1-9]|1[0-2])[./-] ?${year}`,
  `(?:0?[1-9]|1[0-2])/${day}/(?:${year}|\\d{2})`,
  `${day}/(?:0?[1-9]|1[0-2])/\\d{2}`,
  `(?:0[1-9]|[12]\\d|3[01])\\.(?:0[1-9]|1[0-2])\\.\\d{2}`,
  `(?:19|20)?\\d{2} ?[\u5e74\ub144](?: ?\\d{1,2} ?[\u6708\uc6d4](?: ?\\d{1,2} ?[\u65e5\uc77c\u53f7])?)?`,
];
const named = [
  `${beforeDay}${day}(?:st|nd|rd|th|er|\u00ba|\u00b0|\\.)?[ -](?:de |of |d')?${month}(?:,? |-)(?:de |del )?(?:${year}|'?\\d{2})`,
  `${beforeDay}${month} ${day}(?:st|nd|rd|th)?(?: ${time})?,? ${year}`,
  `${year}\\.? ${month} ${day}\\.?`,
  `${month},? (?:de |del )?${year}`,
];
/** The names that the groups of `named` hold. */
const namesOfGroup = [weekdays, months, weekdays, months, months, months];
const before = '(?<![\\p{L}\\d.,/#$\u20ac\u00a3&=_-])';
const after = '(?![\\p{L}\\d_]|[-/.,]\\d)';
const date = new RegExp(`${before}(?:${[...numbers, ...named, years].join('|')})${after}`, 'gu');
const numericDate = new RegExp(`${before}(?:${[...numbers, years].join('|')})${after}`, 'yu');
const yearAlone = new RegExp(`${before}${years}${after}`, 'gu');
const afterDate = new RegExp(`${DATE}(?:,? (?:at |um |\u00e0 |a las |alle |om )?|T)${time}`, 'gi');
const listOfDates = new RegExp(`${DATE}(?:(?: ?[-\u2013\u2014,;] ?| to | bis | and | et | y | e | und )${DATE})+`, 'gi');

/** A fast filter: a year of four digits, numbers separated by a dot or slash, or a month between a day and a year of two digits. */
const mayHoldDate = /(?:19|20)\d\d|\d[./] ?\d|[\u5e74\ub144]|\d.{0,4}[ -]\p{L}{3}.{0,12}\d\d/u;

/** N12: replaces each date or year, each range or list of them, and times of day after a date, by one token. */
export function datesAsTokens(text: string): string {
  if (!mayHoldDate.test(text)) return text;
  const marked = withDatesMarked(text);
  if (marked === text) return text;
  return marked.replace(afterDate, DATE).replace(listOfDates, DATE);
}

function withDatesMarked(text: string): string {
  const searched = withoutCase(text);
  let marked = '';
  let end = 0;
  date.lastIndex = 0;
  for (let found = date.exec(searched); found; found = date.exec(searched)) {
    const length = hasNames(found) ? found[0].length : numericDateAt(searched, found.index);
    if (length > 0) {
      marked += text.slice(end, found.index) + DATE;
      end = found.index + length;
    }
    date.lastIndex = found.index + Math.max(1, length);
  }
  return marked + text.slice(end);
}

/** The text in lower case: a pattern that ignores case takes three times as long to compile. Few letters have more in lower case. */
function withoutCase(text: string): string {
  const lower = text.toLowerCase();
  return lower.length === text.length ? lower : text;
}

/** True if the words of the match are names of days and months. */
function hasNames([, ...groups]: RegExpExecArray): boolean {
  return groups.every((word, i) => word === undefined || (namesOfGroup[i] as ReadonlySet<string>).has(word));
}

/** Length of the date in numbers at this place; 0 without one. */
function numericDateAt(text: string, index: number): number {
  numericDate.lastIndex = index;
  return numericDate.exec(text)?.[0].length ?? 0;
}

/** Replaces years and ranges of years by tokens, but no other dates. */
export function yearsAsTokens(text: string): string {
  let marked = '';
  let end = 0;
  for (const { 0: found, index } of withoutCase(text).matchAll(yearAlone)) {
    marked += text.slice(end, index) + DATE;
    end = index + found.length;
  }
  return marked + text.slice(end);
}
