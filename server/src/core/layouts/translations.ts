/** Language codes of ISO 639-1, and country codes that sites use instead. */
const codes = new Set(
  (
    'aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el en eo es et eu fa ff fi ' +
    'fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it iu ja jv ka kg ki kj kk kl km kn ko kr ks ku kv kw ' +
    'ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng nl nn no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ' +
    'ru rw sa sc sd se sg si sk sl sm sn so sq sr ss st su sv sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi ' +
    'yo za zh zu br cn cz dk gr jp ua'
  ).split(' '),
);
/** A language, optionally with a region or script: `de`, `pt-br`, `zh_Hant`, `es-419`. */
const tag = /^([a-z]{2})(?:[-_](?:[a-z]{2}|\d{3}|hans|hant|latn|cyrl|arab))?$/i;
/** A file name's stem that ends in a language: `about-fr`, `about_pt-br`. */
const suffixed = /^(.+?)[-_]([a-z]{2}(?:[-_][a-z]{2})?)$/i;

/**
 * The path of a page without languages: without folders (`de/about.html`), extensions (`about.fr.html`) and suffixes (`about_fr.html`) that
 * are languages. Pages with equal keys count as translations of each other.
 */
export function translationKey(path: string): string {
  const parts = path.split('/');
  const [stem, ...extensions] = parts.pop()!.split('.');
  const match = suffixed.exec(stem!);
  const name = match && isLanguage(match[2]!) ? match[1]! : stem!;
  const file = [name, ...extensions.filter(part => !isLanguage(part))].join('.');
  return [...parts.filter(part => !isLanguage(part)), file].join('/');
}

/** True if a folder or a part of a file name is a language. */
function isLanguage(part: string): boolean {
  const match = tag.exec(part);
  return match !== null && codes.has(match[1]!.toLowerCase());
}
