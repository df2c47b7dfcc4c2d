import type { ArticleSection } from "@parlour/protocol/api";
import { useState } from "react";
import { SegmentedControl } from "../../../ui/choice/SegmentedControl.tsx";
import { Dialog } from "../../../ui/dialog/dialog.tsx";
import { t } from "../text.ts";
import { useFileImport } from "./use-file-import.tsx";
import { useSiteImport } from "./use-site-import.tsx";

const sources = ["file", "site"] as const;

/**
 * Imports articles from a file or a site (ART-070, ART-086): asks for the source, shows the plan
 * and then the result.
 */
export function ImportDialog({
  sections,
  onClose,
}: {
  sections: readonly ArticleSection[];
  onClose: () => void;
}) {
  const [source, setSource] = useState<(typeof sources)[number]>("file");
  const steps = { file: useFileImport(onClose), site: useSiteImport(sections, onClose) };
  const { body, actions, isFirst } = steps[source];
  return (
    <Dialog
      title={t("articles.import.title")}
      open
      wide
      keepsText
      onClose={onClose}
      actions={actions}
    >
      {isFirst && (
        <SegmentedControl
          label={t("articles.import.source")}
          value={source}
          options={sources.map((value) => ({ value, label: t(`articles.import.source.${value}`) }))}
          onChange={setSource}
        />
      )}
      {body}
    </Dialog>
  );
}
