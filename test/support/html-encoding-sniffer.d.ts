declare module 'html-encoding-sniffer' {
  /** The encoding's name by byte-order mark or declaration, else the default. */
  export default function sniffEncoding(bytes: Uint8Array, options?: { defaultEncoding?: string }): string;
}
