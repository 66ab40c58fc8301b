import { prepare } from './vscode-session.ts';

/** Before all files: the extension is packed and code-server is there. */
export default async function setup(): Promise<void> {
  await prepare();
}
