/** Replaces a date or a year in normal forms. */
export const DATE = '\u27e6date\u27e7';

/**
 * Month names and their abbreviations in English, German, French, Spanish, Italian, Portuguese, Dutch, Polish, Czech, Swedish, Danish, Norwegian,
 * Finnish, Romanian, Hungarian, Turkish, Russian, Ukrainian, Greek.
 */
const month = [
  'jan(?:uary|uar|vier|uari|u\u00e1r|uarie|\\.)?|j\u00e4nner|janv|enero|ene|gennaio|gen|janeiro|stycz(?:e\u0144|nia)|led(?:en|na)|tammikuuta?|ianuarie|ocak|\u044f\u043d\u0432\u0430\u0440[\u044c\u044f]|\u0441\u0456\u0447(?:\u0435\u043d\u044c|\u043d\u044f)|\u0399\u03b1\u03bd\u03bf\u03c5\u03b1\u03c1\u03af\u03bf\u03c5',
  'feb(?:ruary|ruar|ruari|rero|braio|ru\u00e1r|ruarie)?|f\u00e9v(?:rier)?|fevrier|fev(?:ereiro)?|lut(?:y|ego)|\u00fanora?|helmikuuta?|\u015fubat|\u0444\u0435\u0432\u0440\u0430\u043b[\u044c\u044f]|\u043b\u044e\u0442(?:\u0438\u0439|\u043e\u0433\u043e)|\u03a6\u03b5\u03b2\u03c1\u03bf\u03c5\u03b1\u03c1\u03af\u03bf\u03c5',
  'mar(?:ch|s|zo|\u00e7o|zec|ca|ts|tie|t)?|m\u00e4rz|maart|mrt|b\u0159ez(?:en|na)|maaliskuuta?|m\u00e1rc(?:ius)?|\u043c\u0430\u0440\u0442\u0430?|\u0431\u0435\u0440\u0435\u0437(?:\u0435\u043d\u044c|\u043d\u044f)|\u039c\u03b1\u03c1\u03c4\u03af\u03bf\u03c5',
  'apr(?:il|ile|ilie|\u00edlis|illie)?|avr(?:il)?|abr(?:il)?|kwie(?:cie\u0144|tnia)|dub(?:en|na)|huhtikuuta?|nisan|\u0430\u043f\u0440\u0435\u043b[\u044c\u044f]|\u043a\u0432\u0456\u0442(?:\u0435\u043d\u044c|\u043d\u044f)|\u0391\u03c0\u03c1\u03b9\u03bb\u03af\u03bf\u03c5',
  'may|mai|mayo|maggio|mag|maio|mei|maj|maja|kv\u011bt(?:en|na)|toukokuuta?|m\u00e1j(?:us)?|may\u0131s|\u043c\u0430[\u0439\u044f]|\u0442\u0440\u0430\u0432(?:\u0435\u043d\u044c|\u043d\u044f)|\u039c\u03b1\u0390\u03bf\u03c5',
  'jun(?:e|i|io|ho|ie|ij)?|juin|giugno|giu|czerw(?:iec|ca)|\u010derv(?:en|na)|kes\u00e4kuuta?|j\u00fan(?:ius)?|haziran|\u0438\u044e\u043d[\u044c\u044f]|\u0447\u0435\u0440\u0432(?:\u0435\u043d\u044c|\u043d\u044f)|\u0399\u03bf\u03c5\u03bd\u03af\u03bf\u03c5',
  'jul(?:y|i|io|ho|ie)?|juil(?:let)?|luglio|lug|lip(?:iec|ca)|\u010dervenec|\u010dervence|hein\u00e4kuuta?|j\u00fal(?:ius)?|temmuz|\u0438\u044e\u043b[\u044c\u044f]|\u043b\u0438\u043f(?:\u0435\u043d\u044c|\u043d\u044f)|\u0399\u03bf\u03c5\u03bb\u03af\u03bf\u03c5',
  'aug(?:ust|usti|ustus|usztus)?|ao\u00fbt|aout|agosto|ago|sierp(?:ie\u0144|nia)|srp(?:en|na)|elokuuta?|a\u011fustos|\u0430\u0432\u0433\u0443\u0441\u0442\u0430?|\u0441\u0435\u0440\u043f(?:\u0435\u043d\u044c|\u043d\u044f)|\u0391\u03c5\u03b3\u03bf\u03cd\u03c3\u03c4\u03bf\u03c5',
  'sept?(?:ember|embre|embrie)?|septiembre|settembre|set(?:embro)?|wrze(?:sie\u0144|\u015bnia)|z\u00e1\u0159\u00ed|syyskuuta?|szept(?:ember)?|eyl\u00fcl|\u0441\u0435\u043d\u0442\u044f\u0431\u0440[\u044c\u044f]|\u0432\u0435\u0440\u0435\u0441(?:\u0435\u043d\u044c|\u043d\u044f)|\u03a3\u03b5\u03c0\u03c4\u03b5\u03bc\u03b2\u03c1\u03af\u03bf\u03c5',
  'oct(?:ober|obre|ombrie)?|okt(?:ober|\u00f3ber)?|ott(?:obre)?|out(?:ubro)?|pa\u017adziernika?|\u0159\u00edj(?:en|na)|lokakuuta?|ekim|\u043e\u043a\u0442\u044f\u0431\u0440[\u044c\u044f]|\u0436\u043e\u0432\u0442(?:\u0435\u043d\u044c|\u043d\u044f)|\u039f\u03ba\u03c4\u03c9\u03b2\u03c1\u03af\u03bf\u03c5',
  'nov(?:ember|embre|iembre|embro|embrie)?|listopadu?|marraskuuta?|kas\u0131m|\u043d\u043e\u044f\u0431\u0440[\u044c\u044f]|\u043b\u0438\u0441\u0442\u043e\u043f\u0430\u0434\u0430?|\u039d\u03bf\u03b5\u03bc\u03b2\u03c1\u03af\u03bf\u03c5',
  'dec(?:ember|embrie)?|dez(?:ember|embro)?|d\u00e9c(?:embre)?|dic(?:iembre|embre)?|des(?:ember)?|grudz(?:ie\u0144|nia)|prosin(?:ec|ce)|joulukuuta?|aral\u0131k|\u0434\u0435\u043a\u0430\u0431\u0440[\u044c\u044f]|\u0433\u0440\u0443\u0434(?:\u0435\u043d\u044c|\u043d\u044f)|\u0394\u03b5\u03ba\u03b5\u03bc\u03b2\u03c1\u03af\u03bf\u03c5',
].join('|');

const weekday =
  '(?:(?:mon|tue|tues|wed|wednes|thu|thur|thurs|fri|sat|satur|sun)(?:day)?|(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch|mo|di|mi|do|fr|sa|so|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|lunes|martes|mi\u00e9rcoles|jueves|viernes|s\u00e1bado|domingo|luned\u00ec|marted\u00ec|mercoled\u00ec|gioved\u00ec|venerd\u00ec|sabato|domenica)';
const day = '(?:0?[1-9]|[12]\\d|3[01])';
const year = '(?:19|20)\\d{2}';
const time =
  '\\d{1,2}:\\d{2}(?::\\d{2}(?:[.,]\\d+)?)?(?: ?[ap]\\.?m\\.?)?(?: ?(?:z|(?:utc|gmt|[ceh]es?t|bst|ist|msk|jst|[cemp][sd]t)\\b|(?:utc|gmt)? ?[+-]\\d{2}:?\\d{2}))?(?![\\w:])';
const months = `(?:${month})(?![\\p{L}])\\.?`;

const years = `${year}(?: ?[-\u2013\u2014/] ?(?:${year}|\\d{2}|present|today|heute))?`;

const forms = [
  `${year}-(?:0[1-9]|1[0-2])-${day}(?:[t ]${time})?`,
  `${year}(?:[./]) ?(?:0?[1-9]|1[0-2])(?:[./]) ?${day}\\.?`,
  `${day}[./-] ?(?:0?[1-9]|1[0-2])[./-] ?${year}`,
  `(?:0?[1-9]|1[0-2])/${day}/(?:${year}|\\d{2})`,
  `${day}/(?:0?[1-9]|1[0-2])/\\d{2}`,
  `(?:0[1-9]|[12]\\d|3[01])\\.(?:0[1-9]|1[0-2])\\.\\d{2}`,
  `(?:19|20)?\\d{2} ?[\u5e74\ub144](?: ?\\d{1,2} ?[\u6708\uc6d4](?: ?\\d{1,2} ?[\u65e5\uc77c\u53f7])?)?`,
  `(?:${weekday}\\.?,? )?${day}(?:st|nd|rd|th|er|\u00ba|\u00b0|\\.)?[ -](?:de |of |d')?${months}(?:,? |-)(?:de |del )?(?:${year}|'?\\d{2})`,
  `(?:${weekday}\\.?,? )?${months} ${day}(?:st|nd|rd|th)?(?: ${time})?,? ${year}`,
  `${year}\\.? ${months} ${day}\\.?`,
  `${months},? (?:de |del )?${year}`,
  years,
];
const before = '(?<![\\p{L}\\d.,/#$\u20ac\u00a3&=_-])';
const after = '(?![\\p{L}\\d_]|[-/.,]\\d)';
const date = new RegExp(`${before}(?:${forms.join('|')})${after}`, 'giu');
const yearAlone = new RegExp(`${before}${years}${after}`, 'giu');
const afterDate = new RegExp(`${DATE}(?:,? (?:at |um |\u00e0 |a las |alle |om )?|T)${time}`, 'gi');
const listOfDates = new RegExp(`${DATE}(?:(?: ?[-\u2013\u2014,;] ?| to | bis | and | et | y | e | und )${DATE})+`, 'gi');

/** A fast filter: a year of four digits, numbers separated by a dot or slash, or a month between a day and a year of two digits. */
const mayHoldDate = /(?:19|20)\d\d|\d[./] ?\d|[\u5e74\ub144]|\d.{0,4}[ -]\p{L}{3}.{0,12}\d\d/u;

/** N12: replaces each date or year, each range or list of them, and times of day after a date, by one token. */
export function datesAsTokens(text: string): string {
  if (!mayHoldDate.test(text)) return text;
  const marked = text.replace(date, DATE);
  if (marked === text) return text;
  return marked.replace(afterDate, DATE).replace(listOfDates, DATE);
}

/** Replaces years and ranges of years by tokens, but no other dates. */
export function yearsAsTokens(text: string): string {
  return text.replace(yearAlone, DATE);
}
