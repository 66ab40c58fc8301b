// The files of what is dropped on the page, folders included.

/** Returns the files with their paths, those of folders from the folder that was dropped. */
export async function droppedFiles(transfer) {
  // The entries are gone when the event is over, so they are taken before anything is awaited.
  const entries = [...transfer.items].flatMap(item => item.webkitGetAsEntry?.() ?? []);
  return (await Promise.all(entries.map(filesOf))).flat();
}

async function filesOf(entry) {
  const path = entry.fullPath.replace(/^\//, '');
  if (entry.isFile) return [{ path, file: await new Promise((resolve, reject) => entry.file(resolve, reject)) }];
  const reader = entry.createReader();
  const entries = [];
  // Browsers list at most 100 entries at a time.
  for (;;) {
    const some = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) break;
    entries.push(...some);
  }
  return (await Promise.all(entries.map(filesOf))).flat();
}
