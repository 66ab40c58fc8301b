export { pathWithin } from '../site/path-within.ts';
