import type { RequestImpossible } from "../../delivery/index.ts";
import type { MailRenderDeps, RenderedMails } from "./mail-data.ts";
import { renderReportMail } from "./operator-templates.ts";
import { toOneLine } from "../one-line.ts";

/** Renders the email of a scheduled report, with its table as a file (REP-003). */
export async function renderReport(
  deps: MailRenderDeps,
  account: number,
  deliveryId: number,
): Promise<RenderedMails | RequestImpossible> {
  const report = await deps.changes.scheduledReport(account, deliveryId);
  if (report === null)
    return { never: "withdrawn", message: "The report was deleted in the meantime." };
  const { recipients, file, figures, period } = report;
  if (recipients.length === 0)
    return { never: "withdrawn", message: "No recipient of the report is an active operator." };
  const mail = renderReportMail(await deps.language(account), {
    name: toOneLine(report.name),
    period,
    figures,
    url: `${deps.publicUrl()}/reports${report.isSla ? "/sla" : ""}?${new URLSearchParams({ ...period, ...report.filter }).toString()}`,
  });
  return [{ ...mail, to: recipients, isAutomatic: true, attachments: [file] }];
}
