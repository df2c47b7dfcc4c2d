import { IconChevronLeft } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useEffect, useRef, type ReactNode } from "react";
import { Icon } from "../../../../ui/Icon.tsx";
import { PageTitle } from "../../../../ui/form/PageTitle.tsx";
import { useTitle } from "../../../../ui/title.ts";
import type { SettingsArea } from "../../menu.ts";
import { SettingsLink } from "../../SettingsLink.tsx";
import { useOpenPage, usePart, type OpenPage } from "../../open-page.tsx";
import { t } from "../../text.ts";

interface PageHeaderProps {
  title: string;
  about?: ReactNode;
  children?: ReactNode;
}

/**
 * Renders the header of a page: title, description, tools. In the settings, a page shows the
 * title of its area, and names itself by its tab. A resource has the path to its page, and a part
 * of a page only its title.
 */
export function PageHeader(props: PageHeaderProps) {
  return usePart() === null ? <MainHeader {...props} /> : <PartHeader {...props} />;
}

/** Renders the header of a part of a page. Its title is hidden if the page has the same one. */
function PartHeader({ title, about, children }: PageHeaderProps) {
  const isNamed = useOpenPage()?.page.label === title;
  return (
    <header className="parthead">
      <div className="grow">
        <h2 className={isNamed ? "vh" : undefined}>{title}</h2>
        {about !== undefined && <p className="t13 faint">{about}</p>}
      </div>
      {children}
    </header>
  );
}

function MainHeader(props: PageHeaderProps) {
  const openPage = useOpenPage();
  return openPage === null ? (
    <PageTitle {...props} />
  ) : (
    <OpenPageHeader {...{ openPage, ...props }} />
  );
}

interface OpenPageHeaderProps extends PageHeaderProps {
  openPage: OpenPage;
}

function OpenPageHeader({ openPage, title, about, children }: OpenPageHeaderProps) {
  useTitle("page", title);
  if (openPage.isResource)
    return (
      <header className="pagehead">
        <BackLink to={openPage.page.path} />
        <div className="grow">
          <ResourceTitle openPage={openPage} title={title} />
          {about !== undefined && <p className="t12 faint cut">{about}</p>}
        </div>
        {children}
      </header>
    );
  return (
    <>
      <header className="areahead">
        <div className="pagehead">
          <BackLink to="" />
          <div className="grow">
            <p className="area-title cut">{openPage.area.title}</p>
            <h1 className="vh">{title}</h1>
          </div>
          {children}
        </div>
        <AreaTabs area={openPage.area} path={openPage.page.path} />
      </header>
      {about !== undefined && <p className="pageabout t13 faint">{about}</p>}
    </>
  );
}

/** Renders the path to a resource: the link to its page, then its name. */
function ResourceTitle({ openPage, title }: { openPage: OpenPage; title: string }) {
  return (
    <div className="crumb">
      <SettingsLink page={openPage.page} className="wide-only">
        {openPage.page.label}
      </SettingsLink>
      <span className="wide-only" aria-hidden="true">
        /
      </span>
      <h1 className="cut">{title}</h1>
    </div>
  );
}

/** Link to the page above. Only shown on phones. */
export function BackLink({ to }: { to: string }) {
  return (
    <Link
      className="btn icon quiet back"
      to="/settings/$"
      params={{ _splat: to }}
      aria-label={t("page.back")}
    >
      <Icon of={IconChevronLeft} flip />
    </Link>
  );
}

/** Renders the pages of an area as tabs, and scrolls the open one into view. */
function AreaTabs({ area, path }: { area: SettingsArea; path: string }) {
  const tabs = useRef<HTMLElement>(null);
  useEffect(() => {
    tabs.current
      ?.querySelector("[aria-current]")
      ?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [path]);
  return (
    <nav ref={tabs} className="tabs" aria-label={area.title}>
      {area.pages.map((page) => (
        <SettingsLink key={page.path} page={page} isCurrent={page.path === path}>
          {page.label}
        </SettingsLink>
      ))}
    </nav>
  );
}
