const cookies = [
  ["_ga", "ga"],
  ["_ym_uid", "ym"],
] as const;

/**
 * Returns the ids that the page's own analytics services have given to the visitor, if the widget
 * may read them (WH-026).
 */
export function readAnalyticsIds(): { ga?: string; ym?: string } {
  const ids: { ga?: string; ym?: string } = {};
  try {
    for (const [name, key] of cookies) {
      const found = new RegExp(`(?:^|; )${name}=([^;]{1,255})`).exec(document.cookie)?.[1];
      if (found !== undefined) ids[key] = found;
    }
  } catch {
    // The browser blocks cookies.
    return {};
  }
  return ids;
}
