import { commands, Uri } from 'vscode';
import { type LanguageClient, type Position, ReferencesRequest } from 'vscode-languageclient/node';

/** Shows the node at a place of a page on the other pages that have it, in a peek view at that place. */
export async function peekPages(client: LanguageClient, uri: string, position: Position): Promise<void> {
  const params = { textDocument: { uri }, position, context: { includeDeclaration: false } };
  const found = await client.sendRequest(ReferencesRequest.type, params);
  const locations = await client.protocol2CodeConverter.asReferences(found);
  const at = client.protocol2CodeConverter.asPosition(position);
  await commands.executeCommand('editor.action.peekLocations', Uri.parse(uri), at, locations ?? [], 'peek');
}
