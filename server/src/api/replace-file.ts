import { execFile } from 'node:child_process';
import { constants, readFileSync, renameSync, type Stats } from 'node:fs';
import { chmod, chown, copyFile, link, lstat, mkdtemp, open, readdir, realpath, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';

/** Prefix of the names of temporary folders for new files; the process id and random letters follow. */
const draftPrefix = '.templens-draft-';
const draftName = /^\.templens-draft-(\d+)-\w{6}$/;

/**
 * Replaces the content of a file, or creates it, atomically: every reader, even after a crash, finds the old content or the new one. If the path
 * is a symbolic link, its target is replaced. Owner, mode and extended attributes stay.
 * Rejects and leaves the file unchanged if it is not a regular file, is read-only, has several hard links, would get another owner, or does
 * not have the expected content. The error has a `code` of the system, or a message that can follow "FILE cannot be written:".
 * @param expected the file's current content, if it must not have changed, so that nothing that another program writes meanwhile is lost.
 */
export async function replaceFile(file: string, content: string | Uint8Array, expected?: Buffer): Promise<void> {
  const target = await targetOf(file);
  const before = await statOf(target);
  if (before) requireReplaceable(before);
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
 * Calls `use` with the path of a new temporary folder inside `folder`, and removes it afterwards. Only the user can enter it and nobody can guess
 * its name, so no other user can place a file or link where the draft will be.
 */
export async function withDraft<T>(folder: string, use: (draft: string) => Promise<T>): Promise<T> {
  const draft = await mkdtemp(join(folder, `${draftPrefix}${process.pid}-`));
  try {
    return await use(draft);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

/** Removes the temporary folders that killed processes left in a folder. Never rejects. */
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

/** The path with symbolic links resolved; for a file that does not exist yet, those in its folder's path. */
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

/** Throws if a file cannot be replaced without changing more than its content. */
function requireReplaceable(file: Stats): void {
  if (file.isDirectory()) throw new Error('it is a folder');
  if (!file.isFile()) throw new Error('it is not a regular file');
  if (file.nlink > 1) throw new Error('it has other names (hard links), which would keep the old text');
  if ((file.mode & 0o222) === 0) throw new Error('it is read-only');
}

/**
 * Copies a file with its owner, mode and extended attributes. Node has no function for extended attributes, but the system's `cp` copies them;
 * on Windows, `copyFile` does.
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

/** Copies a file with `cp`; returns false if the system has no `cp` with this option. */
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
 * Renames `fresh` to `target` if `target` has the expected content immediately before and after. If another program wrote to it in between, the
 * old file is renamed back, by its hard link `kept`. On file systems without hard links, only the content before is compared.
 */
async function swap(fresh: string, target: string, kept: string, expected: Buffer): Promise<void> {
  const hasLink = await link(target, kept).then(
    () => true,
    () => false,
  );
  // Synchronous from here on, so that as little time as possible passes in between.
  if (!readFileSync(target).equals(expected)) throw changed();
  renameSync(fresh, target);
  if (!hasLink || readFileSync(kept).equals(expected)) return;
  renameSync(kept, target);
  throw changed();
}

function changed(): Error {
  return new Error('it changed since it was read');
}

/** Flushes a folder to disk, so that a renamed file survives a loss of power. Does nothing if the system cannot open folders. */
async function syncFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder, 'r');
    await handle.sync().finally(() => handle.close());
  } catch {
    // Windows cannot open folders.
  }
}
