/** Folder with a slash at its end, name and extension of a file. */
export function parts(path: string): [folder: string, stem: string, extension: string] {
  const file = path.lastIndexOf('/') + 1;
  const dot = path.lastIndexOf('.');
  const end = dot < file ? path.length : dot;
  return [path.slice(0, file), path.slice(file, end), path.slice(end)];
}
