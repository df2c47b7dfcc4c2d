import type { EditorView } from "@codemirror/view";
import { hasPastedText } from "@parlour/protocol/widget/paste";
import { loadChunk } from "../../../../ui/loading/load-chunk.ts";

type Upload = (file: File) => Promise<string | null>;

/**
 * Pastes formatted text as Markdown, and files as uploads. Returns false if the paste has plain
 * text only, which the editor then inserts itself.
 */
export function pasteFormatted(event: ClipboardEvent, view: EditorView, upload: Upload): boolean {
  const data = event.clipboardData;
  if (data === null) return false;
  const html = data.getData("text/html");
  if (!hasPastedText(html)) return insertFiles(data, view, upload, event);
  if (!hasFormat(html)) return false;
  event.preventDefault();
  const plain = data.getData("text/plain");
  loadChunk(() => import("./html-to-markdown.ts"))
    .then(({ toMarkdown }) => toMarkdown(html))
    .catch(() => plain)
    .then((markdown) => view.dispatch(view.state.replaceSelection(markdown)))
    .catch((error: unknown) => console.warn("the text was not pasted", error));
  return true;
}

/** Editors of code write each pasted word with a style: only elements with a meaning are format. */
const hasFormat = (html: string): boolean =>
  /<(?:a|b|strong|em|i|h[1-6]|ul|ol|table|blockquote|pre|code|img|del|s)\b/i.test(html);

/** Uploads the files of a paste or drop, and inserts their Markdown where they were put. */
export function insertFiles(
  transfer: DataTransfer | null,
  view: EditorView,
  upload: Upload,
  event: Event,
): boolean {
  const files = [...(transfer?.files ?? [])];
  if (files.length === 0) return false;
  event.preventDefault();
  if (event instanceof DragEvent) {
    const anchor = view.posAtCoords({ x: event.clientX, y: event.clientY });
    if (anchor !== null) view.dispatch({ selection: { anchor } });
  }
  void uploadFiles(files, view, upload);
  return true;
}

/** Inserts files one after the other, in their order. */
export async function uploadFiles(
  files: readonly File[],
  view: EditorView,
  upload: Upload,
): Promise<void> {
  for (const file of files) {
    const markdown = await upload(file);
    if (markdown !== null) view.dispatch(view.state.replaceSelection(markdown));
  }
}
