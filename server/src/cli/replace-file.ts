import { execFile } from 'node:child_process';
import { constants, readFileSync, renameSync, type Stats } from 'node:fs';
import { chmod, chown, copyFile, link, lstat, mkdtemp, open, readdir, realpath, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';

/** Begins the name of a folder in which a file is drafted; the id of the process follows. */
const draftPrefix = '.templens-draft-';
const draftName = /^\.templens-draft-(\d+)-\w{6}$/;

/**
 * Replaces the content of a file, or creates it, whole or not at all: whoever reads it, and whatever happens meanwhile, finds the old
 * content or the new one. A link stays a link: what it leads to is replaced. Owner, mode and extended attributes stay.
 * @param expected what the file holds, if it must hold that: what another program appends or writes meanwhile is not lost.
 * Rejects with an error, whose message continues "FILE cannot be written:" where it has no `code`, and leaves the file as it is: where it
 * is not a regular file, is read-only, has other names (hard links), would get another owner, or does not hold what is expected.
 */
export async function replaceFile(file: string, content: string | Uint8Array, expected?: Buffer): Promise<void> {
  const target = await targetOf(file);
  const before = await statOf(target);
  if (before) refuse(before);
  await withDraft(dirname(target), async draft => {
    const fresh = join(draft, 'new');
    if (before) await copyWithAttributes(target, fresh, before);
    await writeWhole(fresh, content, before === undefined);
    if (expected) await swap(fresh, target, join(draft, 'old'), expected);
    else renameSync(fresh, target);
  });
  await syncFolder(dirname(target));
}

/**
 * Calls `use` with a new folder in `folder` that nobody else can enter and whose name nobody can guess, so that nothing can be laid where a
 * draft will be. The folder is removed afterwards.
 */
export async function withDraft<T>(folder: string, use: (draft: string) => Promise<T>): Promise<T> {
  const draft = await mkdtemp(join(folder, `${draftPrefix}${process.pid}-`));
  try {
    return await use(draft);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

/** Removes the drafts that killed runs left in a folder. Never rejects. */
export async function removeStaleDrafts(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names) {
    const pid = draftName.exec(name)?.[1];
    if (pid === undefined || isRunning(Number(pid))) continue;
    const draft = join(folder, name);
    const found = await lstat(draft).catch(() => undefined);
    if (found?.isDirectory()) await rm(draft, { recursive: true, force: true }).catch(() => {});
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

/** The path without links; of a file that does not exist yet, in the folder without links. */
async function targetOf(file: string): Promise<string> {
  try {
    return await realpath(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    if (await lstat(file).catch(() => undefined)) throw new Error('it is a link that leads nowhere');
    return join(await realpath(dirname(file)), basename(file));
  }
}

async function statOf(target: string): Promise<Stats | undefined> {
  try {
    return await stat(target);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function refuse(file: Stats): void {
  if (file.isDirectory()) throw new Error('it is a folder');
  if (!file.isFile()) throw new Error('it is not a regular file');
  if (file.nlink > 1) throw new Error('it has other names (hard links), which would keep the old text');
  if ((file.mode & 0o222) === 0) throw new Error('it is read-only');
}

/**
 * Copies a file with its owner, mode and extended attributes. Node has no call for the last, the system's `cp` keeps them; on Windows
 * its own copy does.
 */
async function copyWithAttributes(from: string, to: string, { uid, gid, mode }: Stats): Promise<void> {
  const copied = process.platform !== 'win32' && (await copyBySystem(from, to));
  if (!copied) {
    await copyFile(from, to, constants.COPYFILE_EXCL);
    if (process.platform === 'win32') return;
    await chown(to, uid, gid).catch(() => {});
    await chmod(to, mode & 0o7777);
  }
  const copy = await stat(to);
  if (copy.uid !== uid || copy.gid !== gid) throw new Error('it belongs to another user or group, and only they can keep it so');
}

/** False where the system has no `cp` that can do it. */
async function copyBySystem(from: string, to: string): Promise<boolean> {
  try {
    await promisify(execFile)('cp', ['-a', '--', from, to]);
    return true;
  } catch {
    await rm(to, { force: true });
    return false;
  }
}

async function writeWhole(file: string, content: string | Uint8Array, create: boolean): Promise<void> {
  const { O_WRONLY, O_CREAT, O_EXCL, O_TRUNC, O_NOFOLLOW = 0 } = constants;
  const handle = await open(file, O_WRONLY | O_NOFOLLOW | (create ? O_CREAT | O_EXCL : O_TRUNC), 0o666);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Renames `fresh` to `target`, if that holds what is expected, before and after: what was appended in between stays in the old file, whose
 * second name `kept` brings it back. On file systems without hard links only the look before is left.
 */
async function swap(fresh: string, target: string, kept: string, expected: Buffer): Promise<void> {
  const hasLink = await link(target, kept).then(
    () => true,
    () => false,
  );
  // From here on without a turn of the event loop, so that as little as possible happens in between.
  if (!readFileSync(target).equals(expected)) throw changed();
  renameSync(fresh, target);
  if (!hasLink || readFileSync(kept).equals(expected)) return;
  renameSync(kept, target);
  throw changed();
}

function changed(): Error {
  return new Error('it changed since it was read');
}

/** So that the new name survives a loss of power; where a folder cannot be opened, the system has to see to it. */
async function syncFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder, 'r');
    await handle.sync().finally(() => handle.close());
  } catch {
    // Windows.
  }
}
