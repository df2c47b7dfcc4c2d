import { IconChevronDown, IconDots } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { ComponentProps, ReactNode } from "react";
import { Tag } from "../badges.tsx";
import { CopyButton } from "../copy/CopyButton.tsx";
import { Icon } from "../Icon.tsx";
import "./install.css";
import { otherPlatforms, platforms, type Platform } from "./platforms.ts";
import { installText } from "./text.ts";

interface PlatformListProps {
  /** Full code of the widget. */
  snippet: string;
  publicId: string;
  /** Whether links to the documentation open in another tab. */
  opensTabs?: boolean;
  /** Kinds of sites before those of the list. */
  children?: ReactNode;
}

/** Shows how to install the widget on each kind of site. One is open at a time (WG-313). */
export function PlatformList({
  snippet,
  publicId,
  opensTabs = false,
  children,
}: PlatformListProps) {
  const linkProps = opensTabs ? { target: "_blank", rel: "noreferrer" } : {};
  return (
    <div className="platforms">
      {children}
      {platforms.map((platform) => (
        <PlatformDetails
          key={platform.name}
          name={platform.name}
          about={installText(platform.about)}
          icon={platform.icon}
          tag={platform.tag && installText(platform.tag)}
        >
          <Steps platform={platform} snippet={snippet} publicId={publicId} />
          <p className="t13">
            <Link to="/docs/$" params={{ _splat: platform.page }} {...linkProps}>
              {installText("install.docs", { name: platform.name })}
            </Link>
          </p>
        </PlatformDetails>
      ))}
      <PlatformDetails
        name={installText("install.more")}
        about={otherPlatforms.map(([name]) => name).join(", ")}
        icon={IconDots}
      >
        <ul className="t13">
          {otherPlatforms.map(([name, page]) => (
            <li key={name}>
              <Link to="/docs/$" params={{ _splat: page }} {...linkProps}>
                {name}
              </Link>
            </li>
          ))}
        </ul>
      </PlatformDetails>
    </div>
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

/** A kind of site in a list of which one is open. */
export function PlatformDetails({
  name,
  about,
  icon,
  tag,
  isOpen,
  children,
}: PlatformDetailsProps) {
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

interface StepsProps {
  platform: Platform;
  snippet: string;
  publicId: string;
}

function Steps({ platform, snippet, publicId }: StepsProps) {
  return (
    <ol>
      {platform.steps.map(({ text, code }) => (
        <li key={text}>
          {installText(text)}
          {code !== undefined && <StepCode text={code(snippet, publicId)} />}
        </li>
      ))}
    </ol>
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
