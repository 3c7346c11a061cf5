import { fontPlaceholder } from './inline-attachments.ts';
import type { MailTheme } from './mail-theme.ts';

/** Maximum width of a mail in CSS pixels. */
export const WIDTH = 640;

/** Rules that inline styles cannot express. Classes: `t` text, `m` muted, `e` eyebrow, `hr` lines, `fig` figure, `out` ground, `leaf` paper. */
const rules = (night: MailTheme['night']): string => `:root{color-scheme:light dark;supported-color-schemes:light dark}
h1,.fig,.mark{font-optical-sizing:none}
h1,.fig{text-wrap:balance}
.t,.m{text-wrap:pretty}
.night{display:none!important}
a:focus-visible{outline:2px solid currentColor;outline-offset:3px}
@media (max-width:480px){
.h1{font-size:34px!important;line-height:39px!important}
.fig{font-size:38px!important;line-height:46px!important}
.in{padding-left:26px!important;padding-right:26px!important}
.btn-t{width:100%!important}
.btn a{display:block!important;padding-left:16px!important;padding-right:16px!important}
}
@media (max-width:360px){
.h1{font-size:28px!important;line-height:33px!important}
.fig{font-size:32px!important;line-height:39px!important}
.in{padding-left:20px!important;padding-right:20px!important}
}
@media (prefers-color-scheme:dark){
.out{background:${night.ground}!important}
.leaf{background:${night.paper}!important}
.t,.t a,.h1,.mark{color:${night.text}!important}
.m,.m a{color:${night.mutedText}!important}
.e{color:${night.eyebrow}!important}
.fig{color:${night.figure}!important}
.btn{background:${night.accent}!important}
.btn a{color:${night.onAccent}!important}
.hr{border-color:${night.line}!important}
.day{display:none!important}
.night{display:block!important}
}`;

/** Two style sheets: clients that reject a long one keep the first; old Outlook, which breaks on font rules, ignores the second. */
export const buildStyleSheets = ({ night }: MailTheme): string => `<style>${rules(night)}</style>
<!--[if !mso]><!--><style>${fontPlaceholder}</style><!--<![endif]-->`;
