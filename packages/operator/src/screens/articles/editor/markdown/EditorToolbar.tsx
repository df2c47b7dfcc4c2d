import type { EditorView } from "@codemirror/view";
import {
  IconBold,
  IconHeading,
  IconItalic,
  IconLink,
  IconList,
  IconListNumbers,
  IconPaperclip,
  IconTable,
} from "@tabler/icons-react";
import { useRef } from "react";
import { Button } from "../../../../ui/Button.tsx";
import type { IconType } from "../../../../ui/Icon.tsx";
import { modKey } from "../../../../ui/keyboard/shortcuts.ts";
import { t } from "../../text.ts";
import { insertText, prefixLines, startLink, surround } from "./markdown-view.ts";
import { uploadFiles } from "./paste.ts";

const emptyTable = "\n|  |  |\n| --- | --- |\n|  |  |\n";

interface Tool {
  readonly name: "heading" | "bold" | "italic" | "list" | "numbers" | "table" | "link";
  readonly icon: IconType;
  readonly keys?: string;
  readonly run: (view: EditorView) => unknown;
}

const tools: readonly Tool[] = [
  { name: "heading", icon: IconHeading, run: (view) => prefixLines(view, () => "## ") },
  { name: "bold", icon: IconBold, keys: `${modKey}B`, run: (view) => surround(view, "**") },
  { name: "italic", icon: IconItalic, keys: `${modKey}I`, run: (view) => surround(view, "*") },
  { name: "list", icon: IconList, run: (view) => prefixLines(view, () => "- ") },
  {
    name: "numbers",
    icon: IconListNumbers,
    run: (view) => prefixLines(view, (index) => `${index + 1}. `),
  },
  { name: "table", icon: IconTable, run: (view) => insertText(view, emptyTable) },
  { name: "link", icon: IconLink, keys: "[[", run: startLink },
];

interface EditorToolbarProps {
  view: EditorView;
  upload: (file: File) => Promise<string | null>;
}

/** Buttons that write Markdown at the cursor. */
export function EditorToolbar({ view, upload }: EditorToolbarProps) {
  const picker = useRef<HTMLInputElement>(null);
  return (
    <fieldset className="tools">
      <legend className="vh">{t("articles.format")}</legend>
      {tools.map(({ name, icon, keys, run }) => (
        <Button
          key={name}
          variant="quiet"
          small
          icon={icon}
          keys={keys}
          aria-label={t(`articles.format.${name}`)}
          onClick={() => run(view)}
        />
      ))}
      <Button
        variant="quiet"
        small
        icon={IconPaperclip}
        aria-label={t("articles.format.file")}
        onClick={() => picker.current?.click()}
      />
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        onChange={(event) => {
          void uploadFiles([...(event.target.files ?? [])], view, upload);
          event.target.value = "";
        }}
      />
    </fieldset>
  );
}
