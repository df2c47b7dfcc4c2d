import { existsSync } from "node:fs";
import { requirePackages } from "./debian.js";

/** WordPress shows no pages without a theme. */
const themeFile = "/usr/share/wordpress/wp-content/themes/twentytwentythree/style.css";
const files = [themeFile, "/usr/bin/php", "/usr/sbin/mariadbd"];

/** Resolves with the folder of WordPress. null also if it cannot be installed. */
export function requireWordPress() {
  return requirePackages({
    find: () => (files.every((file) => existsSync(file)) ? "/usr/share/wordpress" : null),
    packages: "wordpress wordpress-theme-twentytwentythree php-cli php-mysql mariadb-server",
    who: "the test of the plug-in for WordPress",
  });
}
