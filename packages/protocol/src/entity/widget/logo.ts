/** Maximum size of a widget's logo in bytes (WG-112). */
export const maxLogoBytes = 64 * 1024;
