import { IconChevronLeft } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Icon } from "../../../../ui/Icon.tsx";
import { useTitle } from "../../../../ui/title.ts";
import { t } from "../../text.ts";

interface PageHeaderProps {
  title: string;
  about?: ReactNode;
  back?: string;
  isRoot?: boolean;
  children?: ReactNode;
}

/**
 * Renders the header of a settings page: title, description, tools. On phones it also has the link
 * back to the menu.
 */
export function PageHeader({ title, about, back = "", isRoot = false, children }: PageHeaderProps) {
  useTitle("page", title);
  return (
    <header className="pagehead">
      {!isRoot && (
        <Link
          className="btn icon quiet back"
          to="/settings/$"
          params={{ _splat: back }}
          aria-label={t("page.back")}
        >
          <Icon of={IconChevronLeft} flip />
        </Link>
      )}
      <div className="grow">
        <h1 className="cut">{title}</h1>
        {about !== undefined && <p className="t12 faint cut">{about}</p>}
      </div>
      {children}
    </header>
  );
}
