/** Signals that a program can answer, permissions, pipes and devices among the files, `bash`: not on Windows. */
export const isUnix = process.platform !== 'win32';
