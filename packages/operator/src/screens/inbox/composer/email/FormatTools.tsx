import { IconBold, IconItalic, IconLink, IconList } from "@tabler/icons-react";
import { useEffect } from "react";
import { Button } from "../../../../ui/Button.tsx";
import type { ComposerApi } from "../../picker/composer-api.ts";
import { formatText, type TextFormat } from "./format-text.ts";
import { t } from "./text.ts";

const tools = [
  { format: "bold", icon: IconBold, key: "b" },
  { format: "italic", icon: IconItalic, key: "i" },
  { format: "link", icon: IconLink, key: "k" },
  { format: "list", icon: IconList, key: null },
] as const;

interface FormatToolsProps {
  composer: ComposerApi;
  /** Called when the text gets marks. */
  onFormatted: () => void;
}

/** Buttons that format the selected text of an email, with their keys (MAIL-141). */
export function FormatTools({ composer, onFormatted }: FormatToolsProps) {
  const { field, replace } = composer;
  const apply = (format: TextFormat) => {
    const area = field.current;
    if (area === null) return;
    const change = formatText(area.value, [area.selectionStart, area.selectionEnd], format);
    onFormatted();
    replace(change.from, change.to, change.inserted);
    area.setSelectionRange(change.from + change.select[0], change.from + change.select[1]);
  };
  useEffect(() => {
    const area = field.current;
    if (area === null) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      const tool = tools.find(({ key }) => key === event.key.toLowerCase());
      if (tool === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      apply(tool.format);
    };
    area.addEventListener("keydown", onKeyDown);
    return () => area.removeEventListener("keydown", onKeyDown);
  });
  return (
    <fieldset className="line4" aria-label={t("format.label")}>
      {tools.map(({ format, icon, key }) => (
        <Button
          key={format}
          variant="quiet"
          icon={icon}
          aria-label={t(`format.${format}`)}
          keys={key === null ? undefined : `Ctrl ${key.toUpperCase()}`}
          onClick={() => apply(format)}
        />
      ))}
    </fieldset>
  );
}
