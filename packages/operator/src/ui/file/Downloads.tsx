import { IconDownload } from "@tabler/icons-react";
import { Icon } from "../Icon.tsx";
import { t } from "./text.ts";

/** Links that download a table as CSV and for Excel. */
export function Downloads({ hrefOf }: { hrefOf: (format: string) => string }) {
  return (["csv", "xlsx"] as const).map((format) => (
    <a key={format} className="btn" href={hrefOf(format)} download>
      <Icon of={IconDownload} />
      {t(`table.${format}`)}
    </a>
  ));
}
