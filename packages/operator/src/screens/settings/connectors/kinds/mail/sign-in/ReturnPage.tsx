import type { ReactNode } from "react";
import { PageHeader } from "../../../../kit/form/PageHeader.tsx";
import { t } from "./text.ts";

/** The page to which the provider of a mailbox sends the browser back. */
export function ReturnPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="formpage">
      <PageHeader title={title} about={t("mailsignin.about")} />
      <div className="body">
        <div className="cols one">
          <div className="card mail-setup">{children}</div>
        </div>
      </div>
    </div>
  );
}
