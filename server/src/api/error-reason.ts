export { reasonOf } from '../site/error-reason.ts';
