import type { Channel } from "@parlour/protocol";
import { IconChevronDown, IconCode, IconDots } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { ComponentProps, ReactNode } from "react";
import { Tag } from "../../../../ui/badges.tsx";
import { CopyButton } from "../../../../ui/copy/CopyButton.tsx";
import { Icon } from "../../../../ui/Icon.tsx";
import { otherPlatforms, platforms, type Platform } from "../../../../ui/install/platforms.ts";
import { SnippetCode } from "../form/ApiFields.tsx";
import { t } from "../text.ts";
import "./install.css";
import { SiteTag } from "./SiteTag.tsx";

/** Shows how to install the widget on each kind of site. One is open at a time (WG-313). */
export function InstallGuide({ channel }: { channel: Channel }) {
  const snippet = channel.snippet ?? "";
  return (
    <section className="group" aria-labelledby="g-snippet">
      <div className="install-head">
        <h2 id="g-snippet">{t("snippet.group")}</h2>
        <SiteTag channel={channel} />
      </div>
      <div className="platforms">
        <PlatformDetails
          name={t("install.html")}
          about={t("install.html.about")}
          icon={IconCode}
          isOpen
        >
          <SnippetCode channel={channel} />
        </PlatformDetails>
        {platforms.map((platform) => (
          <PlatformDetails
            key={platform.name}
            name={platform.name}
            about={t(platform.about)}
            icon={platform.icon}
            tag={platform.tag && t(platform.tag)}
          >
            <Steps platform={platform} snippet={snippet} publicId={channel.public_id} />
          </PlatformDetails>
        ))}
        <PlatformDetails
          name={t("install.more")}
          about={otherPlatforms.map(([name]) => name).join(", ")}
          icon={IconDots}
        >
          <ul className="bullets t13">
            {otherPlatforms.map(([name, page]) => (
              <li key={name}>
                <Link to="/docs/$" params={{ _splat: page }}>
                  {name}
                </Link>
              </li>
            ))}
          </ul>
        </PlatformDetails>
      </div>
    </section>
  );
}

interface PlatformDetailsProps {
  name: string;
  about: string;
  icon: ComponentProps<typeof Icon>["of"];
  tag?: string | undefined;
  isOpen?: boolean;
  children: ReactNode;
}

function PlatformDetails({ name, about, icon, tag, isOpen, children }: PlatformDetailsProps) {
  return (
    <details name="platform" open={isOpen}>
      <summary>
        <span className="platform-icon">
          <Icon of={icon} />
        </span>
        <span>
          {name}
          <small>{about}</small>
        </span>
        {tag !== undefined && <Tag>{tag}</Tag>}
        <Icon of={IconChevronDown} small />
      </summary>
      <div className="platform-steps">{children}</div>
    </details>
  );
}

function Steps({
  platform,
  snippet,
  publicId,
}: {
  platform: Platform;
  snippet: string;
  publicId: string;
}) {
  const { name, steps, page } = platform;
  return (
    <>
      <ol>
        {steps.map(({ text, code }) => (
          <li key={text}>
            {t(text)}
            {code !== undefined && <StepCode text={code(snippet, publicId)} />}
          </li>
        ))}
      </ol>
      <p className="t13">
        <Link to="/docs/$" params={{ _splat: page }}>
          {t("install.docs", { name })}
        </Link>
      </p>
    </>
  );
}

function StepCode({ text }: { text: string }) {
  return (
    <div className="step-code">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolls by keyboard. */}
      <pre className="code" tabIndex={0}>
        {text}
      </pre>
      <CopyButton small text={text} />
    </div>
  );
}
