import {
  appendFileSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';

/** One operation on files, of a random kind at a random place. `count` is another number each time: new files have it in their names. */
export function operate(root: string, random: () => number, count: number): void {
  const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)];
  const entries = readdirSync(root, { recursive: true, withFileTypes: true }).map(entry => ({
    path: join(entry.parentPath, entry.name),
    isFolder: entry.isDirectory(),
  }));
  const page = pick(entries.filter(({ path, isFolder }) => !isFolder && /\.html?$/i.test(path)))?.path;
  const folder = pick(entries.filter(({ isFolder }) => isFolder))?.path;
  const parent = folder ?? root;
  const fresh = join(parent, `new-${count}.html`);
  const text = page !== undefined && lstatSync(page).isFile() ? readFileSync(page, 'latin1') : '<p>nothing</p>';
  const operations: (() => void)[] = [
    () => writeFileSync(fresh, text.replace(/<p[ >]/i, '<p title=new '), 'latin1'),
    () => mkdirAndWrite(join(parent, `folder-${count}`), `p${count}.html`, text),
    () => writeFileSync(join(root, '.gitignore'), random() < 0.5 ? '' : `new-${Math.floor(random() * 9)}*\n`),
  ];
  if (page !== undefined) {
    operations.push(
      () => appendFileSync(page, `<p>${count}</p>`),
      () => writeFileSync(page, text.slice(0, Math.floor(random() * text.length)), 'latin1'),
      () => rmSync(page),
      () => renameSync(page, fresh),
      () => renameSync(page, join(dirname(page), `moved-${count}-${basename(page)}`)),
      () => swapLetters(page, text),
      () => symlinkSync(relative(parent, page), fresh),
      () => lstatSync(page).isFile() && linkSync(page, fresh),
      () => {
        rmSync(page);
        mkdirAndWrite(page, 'inside.html', text);
      },
      () => {
        writeFileSync(`${page}.tmp`, text.replace('</body>', `<p>${count}</p></body>`), 'latin1');
        renameSync(`${page}.tmp`, page);
      },
    );
  }
  if (folder !== undefined && random() < 0.4) {
    operations.push(
      () => renameSync(folder, join(dirname(folder), `renamed-${count}`)),
      () => replaceFolder(folder, text),
      () => random() < 0.3 && rmSync(folder, { recursive: true }),
    );
  }
  try {
    pick(operations)!();
  } catch (error) {
    // Such as writing through a link that leads nowhere: the file system refuses, and nothing happened.
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
  }
}

function mkdirAndWrite(folder: string, name: string, text: string): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), text, 'latin1');
}

/** Another text of the same length, with the time of the first. */
function swapLetters(page: string, text: string): void {
  if (!existsSync(page)) return;
  const { atime, mtime } = statSync(page);
  writeFileSync(page, text.replace(/e/g, 'o'), 'latin1');
  utimesSync(page, atime, mtime);
}

/** At once, as builds do. */
function replaceFolder(folder: string, text: string): void {
  const next = `${folder}-next`;
  mkdirAndWrite(next, 'built.html', text);
  renameSync(folder, `${folder}-old`);
  renameSync(next, folder);
}

/** Numbers in [0,1) that a seed decides (mulberry32). */
export function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
