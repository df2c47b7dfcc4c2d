import type { OpeningHours } from "../../../core/command.ts";

/** A site whose page loaded a widget's script; times in ms since 1970. */
export interface WidgetSite {
  /** Scheme, host and port. */
  readonly origin: string;
  readonly page: { readonly url: string; readonly title: string } | null;
  readonly at: number;
}

/** An enabled widget of the account. */
export interface WidgetSetup {
  readonly channelId: number;
  readonly publicId: string;
  /** Origins of its list of sites (WG-006). */
  readonly origins: readonly string[];
  /** Latest first. */
  readonly sites: readonly WidgetSite[];
}

/** Setup progress of an account (API-160). */
export interface SetupProgress {
  readonly hasChats: boolean;
  /** Oldest first. */
  readonly widgets: readonly WidgetSetup[];
  /** Another operator: one who can sign in, else one with an open invitation. */
  readonly colleague: { readonly id: number; readonly name: string; readonly email: string; readonly hasAccepted: boolean } | null;
  readonly hours: { readonly areSaved: boolean; readonly hours: OpeningHours | null };
}
