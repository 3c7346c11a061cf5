import { fontPlace } from './enclosures.ts';

export const SERIF = `'Bodoni Moda','Bodoni 72',Didot,'Playfair Display',Georgia,serif`;
export const SANS = `'Instrument Sans','Helvetica Neue',Helvetica,Arial,sans-serif`;

/** Colours by day. Those of the night stand in `rules`, since only a style sheet can ask for it. */
export const day = {
  ground: '#F6F1E9',
  paper: '#FFFDF9',
  lining: '#4C0B16',
  ink: '#14120F',
  soft: '#5C554B',
  line: '#D9CFBF',
  label: '#775C24',
  oxblood: '#6B1221',
} as const;

/** Widest a letter gets, in CSS pixels. */
export const WIDTH = 640;

/** What inline styles cannot say. Classes: `t` text, `m` muted, `e` eyebrow, `hr` lines, `fig` figure, `out` ground, `leaf` paper. */
const rules = `:root{color-scheme:light dark;supported-color-schemes:light dark}
h1,.fig,.mark{font-optical-sizing:none}
.night{display:none!important}
a:focus-visible{outline:2px solid currentColor;outline-offset:3px}
@media (max-width:480px){
.h1{font-size:34px!important;line-height:39px!important}
.fig{font-size:44px!important;line-height:52px!important}
.in{padding-left:26px!important;padding-right:26px!important}
.btn-t{width:100%!important}
.btn a{display:block!important;padding-left:16px!important;padding-right:16px!important}
}
@media (prefers-color-scheme:dark){
.out{background:#14120F!important}
.leaf{background:#1D1A16!important}
.t,.t a,.h1,.mark{color:#F3ECDF!important}
.m,.m a{color:#B9AF9F!important}
.e{color:#C8A766!important}
.fig{color:#E2CFA4!important}
.btn{background:#C8A766!important}
.btn a{color:#14120F!important}
.hr{border-color:#5B4C2F!important}
.day{display:none!important}
.night{display:block!important}
}`;

/** Two sheets: mail programs that refuse a long one keep the first; old Outlook, which reads no font, never sees the second. */
export const styleSheets = `<style>${rules}</style>
<!--[if !mso]><!--><style>${fontPlace}</style><!--<![endif]-->`;
