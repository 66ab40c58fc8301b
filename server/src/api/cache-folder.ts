export { userCacheFolder } from '../site/cache/cache-folder.ts';
