import type { RequestImpossible } from "../../delivery/index.ts";
import type { MailRenderDeps, RenderedMails } from "./mail-data.ts";
import { renderReportMail, renderViewMail } from "./operator-templates.ts";
import { toOneLine } from "../one-line.ts";

/** Renders the email of a scheduled report, with its table as a file (REP-003). */
export async function renderReport(
  deps: MailRenderDeps,
  account: number,
  deliveryId: number,
): Promise<RenderedMails | RequestImpossible> {
  const report = await deps.changes.scheduledReport(account, deliveryId);
  if (report === null)
    return {
      never: "withdrawn",
      message: "The report or its view was deleted, or its owner lost the right to them.",
    };
  const { recipients, file } = report;
  if (recipients.length === 0)
    return { never: "withdrawn", message: "No recipient of the report is an active operator." };
  const language = await deps.language(account);
  const name = toOneLine(report.name);
  const mail =
    "view" in report
      ? renderViewMail(language, {
          name,
          view: { ...report.view, name: toOneLine(report.view.name) },
          url: `${deps.publicUrl()}/inbox/v${report.view.id}`,
        })
      : renderReportMail(language, {
          name,
          period: report.period,
          figures: report.figures,
          url: `${deps.publicUrl()}/reports${report.isSla ? "/sla" : ""}?${new URLSearchParams({ ...report.period, ...report.filter }).toString()}`,
        });
  return [{ ...mail, to: recipients, isAutomatic: true, attachments: [file] }];
}
