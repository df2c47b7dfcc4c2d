import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { SettingsPage } from "./menu.ts";

interface SettingsLinkProps {
  page: SettingsPage;
  isCurrent?: boolean;
  className?: string;
  children: ReactNode;
}

/** Link to a page of the settings, or to the developer documentation. */
export function SettingsLink({ page, isCurrent = false, className, children }: SettingsLinkProps) {
  return (
    <Link
      to={page.isDocs ? "/docs/$" : "/settings/$"}
      params={{ _splat: page.isDocs ? "" : page.path }}
      className={className}
      aria-current={isCurrent ? "page" : undefined}
      activeProps={{}}
    >
      {children}
    </Link>
  );
}
