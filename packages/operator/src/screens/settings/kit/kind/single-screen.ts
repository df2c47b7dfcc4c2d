import type { ReactNode } from "react";
import type { Fields } from "@parlour/protocol/settings/field";
import type { SingleKind } from "@parlour/protocol/settings/kind";
import type { TextFunction } from "../../../../text/index.ts";
import type { Controls, FormField, FormScreen, Section } from "./kind-screen.ts";

/** Settings that exist once, as the service API returns them. */
export interface StoredSingle {
  /**
   * Whether the provisioning file sets them, or the names of the fields that it sets. Absent: it
   * sets none.
   */
  readonly managed?: boolean | readonly string[];
}

/** How the page of settings that exist once looks. */
export interface SingleScreen<T extends object = object> extends FormScreen {
  readonly kind: SingleKind & { readonly path: string };
  /** Returns errors of several fields together. Receives the values as they are sent. */
  readonly check?: (values: T) => Readonly<Record<string, string>>;
  /** Returns why the operator cannot change the settings, if it is not their role. */
  readonly forbidden?: () => string;
  readonly above?: (stored: T) => ReactNode;
  /** Sections below the fields. */
  readonly after?: (stored: T) => ReactNode;
  /** Side column. Receives the values of the form as they are sent. */
  readonly side?: (values: T) => ReactNode;
  readonly onSaved?: () => void;
}

/** Describes the page of settings. The compiler checks the names of fields and texts. */
export const singleScreen =
  <T extends object>() =>
  <F extends Fields, const P extends string, const S extends string, const L extends FormField<F>>(
    screen: Omit<SingleScreen<T>, "kind" | "prefix" | "sections" | "controls"> & {
      readonly kind: SingleKind & { readonly path: string; readonly fields: F };
      readonly prefix: P;
      readonly sections: readonly Section<S, L>[];
      /** The catalogue with the texts. */
      readonly t: TextFunction<
        | `${P}.${"title" | "about"}`
        | (string extends NoInfer<S> ? never : `${P}.group.${NoInfer<S>}`)
        | `${P}.${NoInfer<L>}`
      >;
    } & Controls<F, NoInfer<L>>,
  ): SingleScreen<T> =>
    screen as unknown as SingleScreen<T>;
