import type { ReactNode } from "react";
import { PageHeader } from "./kit/form/PageHeader.tsx";
import { PartProvider, useOpenPage } from "./open-page.tsx";
import type { PagePart } from "./pages/page-table.ts";

/**
 * Renders a page of several parts, one below the other (API-176). Each part has its own title, and
 * its form has its own save bar. `children`: the first part. null: the operator may not see it.
 */
export function JoinedPage({
  parts,
  children,
}: {
  parts: readonly PagePart[];
  children: ReactNode;
}) {
  const openPage = useOpenPage();
  const path = openPage?.page.path ?? "";
  return (
    <div className="formpage partpage">
      <PageHeader title={openPage?.page.label ?? ""} />
      <div className="body">
        {children !== null && <Part path={path}>{children}</Part>}
        {parts.map((part) => (
          <Part key={part.path} path={part.path}>
            {part.page()}
          </Part>
        ))}
      </div>
    </div>
  );
}

const Part = ({ path, children }: { path: string; children: ReactNode }) => (
  <PartProvider value={path}>
    <div className="part">{children}</div>
  </PartProvider>
);
