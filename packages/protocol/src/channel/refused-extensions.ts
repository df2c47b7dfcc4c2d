/**
 * File extensions that no upload may have (CORE-060, CORE-304): pages, scripts, programs, files
 * with macros, disk images that hide the origin of their content, shortcuts, and packages and
 * profiles that change a device when they are opened. The list is plain data, so that server and
 * applications can use it. It does not contain `bin` and `dmg`, because firmware uses them.
 * Programs with these extensions are detected by their content.
 */
export const refusedExtensions: ReadonlySet<string> = new Set(
  (
    "htm html shtml xhtml xht mht mhtml hta svg svgz xml xsl xslt xsd dtd rdf rss atom " +
    "js mjs cjs jse ts tsx jsx vbs vbe vb wsf wsh ws ps1 psm1 psd1 bat cmd sh bash zsh csh ksh fish command py pyc pyw rb pl pm php phtml php3 php4 php5 phar asp aspx jsp jspx cgi lua tcl swf " +
    "exe com dll scr msi msp msc cpl pif sys drv ocx jar class war apk aab ipa app pkg deb rpm run elf so dylib appimage gadget reg lnk inf scf url desktop jnlp hlp chm xpi crx wasm " +
    "library-ms search-ms searchconnector-ms settingcontent-ms appref-ms application appinstaller appx appxbundle msix msixbundle msu diagcab " +
    "iso img vhd vhdx one onepkg onetoc2 docm dotm xlsm xltm xlam xlsb pptm potm ppam ppsm sldm xll wll slk iqy oqy rqy dqy " +
    "ade adp mde mda mdb accdb accde accdr xbap vsto theme themepack deskthemepack wsc sct shb shs rdp ins isp ps1xml psc1 cdxml cab " +
    "website webloc inetloc fileloc ftploc afploc vncloc mailloc xnk udl wcx ica directory kdelnk flatpakref flatpakrepo contact appcontent-ms " +
    "mobileconfig mobileprovision provisionprofile configprofile ppkg webpnp printerexport diagcfg diagpkg mst " +
    "terminal tool scpt scptd applescript osax workflow wflow action caction definition prefpane saver qlgenerator kext mpkg xip safariextz sparseimage sparsebundle " +
    "snap flatpak xapk apkm apks hap vsix oxt vxd job pyz pyzw ahk au3 xla ppa wiz msh msh1 msh2 mshxml msh1xml msh2xml ps2 ps2xml psc2 htc shtm stm"
  ).split(" "),
);
