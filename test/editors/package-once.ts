import { installNeovims } from './neovims.ts';
import { prepare } from './vscode-session.ts';

/** Before all files: the extension is packed, code-server and the versions of Neovim are there. */
export default async function setup(): Promise<void> {
  await installNeovims();
  await prepare();
}
