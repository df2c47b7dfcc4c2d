import type { ReactNode } from "react";
import { useTitle } from "../title.ts";

interface PageTitleProps {
  title: string;
  about?: ReactNode;
  /** Buttons of the page. */
  children?: ReactNode;
}

/** Renders the title and the description of a page. */
export function PageTitle({ title, about, children }: PageTitleProps) {
  useTitle("page", title);
  return (
    <header className="pagehead">
      <div className="grow">
        <h1 className="cut">{title}</h1>
        {about !== undefined && <p className="t12 faint cut">{about}</p>}
      </div>
      {children}
    </header>
  );
}
