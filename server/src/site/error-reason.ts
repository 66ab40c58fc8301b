/** Returns a clause that says why `readRegular` failed. Its errors without a code have messages that lack a subject (`is not a regular file`). */
export function readingReason(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return code === undefined ? `it ${message}` : reasonOf(error);
}

/** Returns a clause that says why a file operation failed, such as `it does not exist`; for other errors, their code or message. */
export function reasonOf(error: unknown): string {
  const code = (error as NodeJS.ErrnoException).code;
  switch (code) {
    case 'ENOENT':
      return 'it does not exist';
    case 'ENOTDIR':
      return 'a part of the path is a file, not a folder';
    case 'EACCES':
    case 'EPERM':
      return 'permission is denied';
    case 'ELOOP':
      return 'its links lead in a circle';
    case 'ENAMETOOLONG':
      return 'the name is too long';
    case 'ENOSPC':
    case 'EDQUOT':
      return 'there is no space left on the device';
    case 'EFBIG':
      return 'the file is too large for the system';
    case 'EROFS':
      return 'the file system is read-only';
    case 'EISDIR':
      return 'it is a folder';
    case 'ECONNREFUSED':
      return 'the connection is refused';
    case 'EMFILE':
    case 'ENFILE':
      return 'too many files are open';
    case 'EBUSY':
      return 'another program uses it';
    default:
      // The `code` of a failed child process is a number.
      return typeof code === 'string' ? code : error instanceof Error ? error.message : String(error);
  }
}
