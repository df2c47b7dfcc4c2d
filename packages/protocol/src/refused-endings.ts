/**
 * Endings of names that no upload may have (CORE-060): pages, scripts and programs. Plain values, read by the server and by applications before
 * they send. Not `bin` and `dmg`: firmware and disk images end like that; programs among them are known by content.
 */
export const refusedEndings: ReadonlySet<string> = new Set(
  (
    "htm html shtml xhtml xht mht mhtml hta svg svgz xml xsl xslt xsd dtd rdf rss atom " +
    "js mjs cjs jse ts tsx jsx vbs vbe vb wsf wsh ws ps1 psm1 psd1 bat cmd sh bash zsh csh ksh fish command py pyc pyw rb pl pm php phtml php3 php4 php5 phar asp aspx jsp jspx cgi lua tcl swf " +
    "exe com dll scr msi msp msc cpl pif sys drv ocx jar class war apk aab ipa app pkg deb rpm run elf so dylib appimage gadget reg lnk inf scf url desktop jnlp hlp chm xpi crx wasm"
  ).split(" "),
);
