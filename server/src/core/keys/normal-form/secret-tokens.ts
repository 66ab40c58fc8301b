/** Replaces a secret or one-time token in normal forms. */
export const TOKEN = '\u27e6token\u27e7';

/** N13: matches names of form fields and `meta` elements whose values change with each response. */
export const tokenName =
  /(?:^|[^a-z])(?:csrf|xsrf|nonce|_?wpnonce)|csrf|xsrf|authenticity[-_]?token|requestverificationtoken|^_token$|^__(?:viewstate|eventvalidation)|form[-_]?(?:key|token|build[-_]?id)|session[-_]?id|phpsessid|request[-_]?token|cf-(?:ray|beacon)/i;

const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const hex = '(?=[0-9a-f]*\\d)(?=[0-9a-f]*[a-f])[0-9a-f]{24,}';
const jwt = 'eyJ[\\w-]{8,}\\.[\\w-]{4,}\\.[\\w-]*';
const shaped = new RegExp(`^(?:${uuid}|${hex}|${jwt})$`, 'i');
const inside = new RegExp(`(?<![\\w-])(?:${uuid}|${hex}|${jwt})(?![\\w-])`, 'gi');

/** True if the value looks like a token: UUID, long hexadecimal number, JWT or base64. */
export function isSecretToken(value: string): boolean {
  if (value.length < 24 || /\s/.test(value) || !/\d/.test(value)) return false;
  return shaped.test(value) || isBase64(value);
}

/** True for small letters, capital letters and digits that alternate more often than in words and paths. */
function isBase64(value: string): boolean {
  if (!/^[A-Za-z0-9+/_-]{28,}={0,2}$/.test(value)) return false;
  const changes = value.match(/[a-z](?=[A-Z\d])|\d(?=[A-Za-z])|[A-Z](?=[a-z\d])/g)?.length ?? 0;
  return changes * 3 >= value.length && /[a-z]/.test(value) && /[A-Z]/.test(value);
}

/** N13 for a text: replaces each UUID, long hexadecimal number and JWT. */
export function secretsAsTokens(text: string): string {
  return text.length < 24 ? text : text.replace(inside, TOKEN);
}
