import { IconPlus } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { ComponentProps, ReactNode } from "react";
import { may, useMe } from "../../state/session.tsx";
import { Button } from "../../ui/Button.tsx";
import { Icon } from "../../ui/Icon.tsx";
import { Empty } from "../../ui/marks.tsx";
import { ReadPage, type ReadPageProps } from "./ReadPage.tsx";

export interface ListPageProps<T> extends Omit<ReadPageProps<readonly T[]>, "rows" | "tools"> {
  /** The way to a new one: in the head, or in the middle while there is none. */
  add: ReactNode;
  /** What else stands in the head. */
  tools?: ReactNode;
  empty: { icon: ComponentProps<typeof Empty>["icon"]; title: string; text: string };
  /** Above the list, and above its absence. */
  above?: ReactNode;
  /** The list itself; never called without things. */
  children: (things: readonly T[]) => ReactNode;
}

/** A settings page with a list, in all its states. */
export function ListPage<T>({ add, tools, empty, above, children, ...page }: ListPageProps<T>) {
  const head = (things: readonly T[]) => (
    <>
      {tools}
      {things.length > 0 && add}
    </>
  );
  return (
    <ReadPage {...page} tools={head}>
      {(things) => (
        <>
          {above}
          {things.length === 0 ? (
            <Empty icon={empty.icon} title={empty.title} action={add}>
              {empty.text}
            </Empty>
          ) : (
            <div className="cols wide">{children(things)}</div>
          )}
        </>
      )}
    </ReadPage>
  );
}

/** To the page of a new thing, `bots/new` below /settings. */
export function AddLink({ to, icon = IconPlus, children }: { to: string; icon?: typeof IconPlus; children: string }) {
  return (
    <Link className="btn primary" to="/settings/$" params={{ _splat: to }}>
      <Icon of={icon} /> {children}
    </Link>
  );
}

/** Links to the page of a new thing that sends texts to an address, for roles that may choose addresses (CORE-165). */
export function AddAddressLink(props: ComponentProps<typeof AddLink>) {
  return may(useMe(), "addresses") && <AddLink {...props} />;
}

/** Asks for a new thing in a dialog. */
export function AddButton({ onAdd, children }: { onAdd: () => void; children: string }) {
  return (
    <Button variant="primary" icon={IconPlus} onClick={onAdd}>
      {children}
    </Button>
  );
}
