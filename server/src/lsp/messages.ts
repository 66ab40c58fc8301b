import { withoutLinks } from 'templens-shared/markdown';
import { type Connection, type MessageType, ShowMessageNotification } from 'vscode-languageserver';

/** Shows a sentence to the user, without its Markdown links. The library's own `show...Message` send requests, which a client may refuse. */
export function showMessage(connection: Connection, type: MessageType, message: string): void {
  void connection.sendNotification(ShowMessageNotification.type, { type, message: withoutLinks(message) });
}
