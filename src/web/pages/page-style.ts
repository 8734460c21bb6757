import { createHash } from 'node:crypto';

/** Colours with a contrast of at least 4.5 to 1, dark on light and light on dark. */
const COLOURS = `
:root{color-scheme:light dark;--ink:#1d2733;--soft:#556270;--line:#d9dfe5;--paper:#fff;--tint:#f3f6f8;--link:#0b5b9d;--mark:#0f766e;--fault:#a3261b;--warm:#fde9b8}
@media (prefers-color-scheme:dark){:root{--ink:#e6ebf0;--soft:#a3b0bd;--line:#38444f;--paper:#161c22;--tint:#1f272f;--link:#7cc0f5;--mark:#5dd3c5;--fault:#ff9b8f;--warm:#5c4708}}
*{box-sizing:border-box}
`;

export const PAGE_STYLE = `${COLOURS}body{margin:0;font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;color:var(--ink);background:var(--paper);overflow-wrap:anywhere}
a{color:var(--link)}a:focus-visible,input:focus-visible,select:focus-visible,textarea:focus-visible,summary:focus-visible,.scroll:focus-visible,pre:focus-visible,button:focus-visible{outline:3px solid var(--mark);outline-offset:2px}
.full :is(main,header,footer,.languages){max-width:76rem;margin:0 auto;padding:1.25rem}.full main>:is(p,ul,ol,dl,pre,details,form.stack,form.try,.document){max-width:52rem}
.full header{display:flex;gap:.75rem;align-items:center;border-bottom:1px solid var(--line)}
header img{width:2rem;height:2rem}header ul{display:flex;flex-wrap:wrap;gap:.25rem 1rem;margin:0;padding:0;list-style:none}header [aria-current]{text-decoration:underline;text-decoration-color:var(--mark);text-decoration-thickness:2px;text-underline-offset:.35em}header a{color:inherit;text-decoration:none;font-weight:600}
footer{color:var(--soft);font-size:.875rem;border-top:1px solid var(--line)}
h1{font-size:1.75rem;line-height:1.2;margin:0 0 .25rem}h2{font-size:1.125rem;margin:2rem 0 .5rem}
.summary{margin:0 0 .75rem;color:var(--soft)}
.chips{display:flex;flex-wrap:wrap;gap:.375rem;padding:0;margin:0 0 1rem;list-style:none}
.chips li{background:var(--tint);border:1px solid var(--line);border-radius:1rem;padding:0 .625rem;font-size:.875rem}
dl{display:grid;grid-template-columns:minmax(7rem,12rem) 1fr;margin:0;border-top:1px solid var(--line)}
dt,dd{margin:0;padding:.4rem 0;border-bottom:1px solid var(--line)}dt{color:var(--soft);padding-inline-end:1rem}
dd ul{margin:0;padding:0;list-style:none}.full :is(dd bdi,p.summary[dir=auto]){white-space:pre-line}
code,kbd{font:0.9em ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;background:var(--tint);border-radius:.25rem;padding:.1em .3em}
pre{background:var(--tint);border:1px solid var(--line);border-radius:.5rem;padding:.75rem 1rem;white-space:pre-wrap}pre code{padding:0;background:none}
table{border-collapse:collapse;width:100%}th,td{text-align:start;padding-block:.4rem;padding-inline:0 .75rem;border-bottom:1px solid var(--line);vertical-align:top;overflow-wrap:break-word}th:last-child,td:last-child{padding-inline-end:0}td code{overflow-wrap:anywhere}td code.whole{white-space:nowrap}
td.number,th.number{text-align:end;font-variant-numeric:tabular-nums}th,.number{white-space:nowrap;overflow-wrap:normal}td:first-child{min-width:5rem;overflow-wrap:anywhere}:is(th,td):is([dir=auto],.text){min-width:6rem;white-space:normal;overflow-wrap:anywhere}
.address{display:block;font-size:1.125rem;padding:.75rem 1rem;border:2px solid var(--mark);border-radius:.5rem;background:var(--tint)}
form{display:flex;flex-wrap:wrap;gap:.5rem;align-items:end;margin:1rem 0}label{display:grid;font-size:.875rem;color:var(--soft);flex:1 1 12rem}sameas-suggest{flex:1 1 12rem;font-size:.875rem}sameas-suggest::part(label){font-size:1em;margin:0}sameas-suggest::part(input){padding:.4rem .6rem}
input,select,textarea{font:inherit;padding:.4rem .6rem;border:1px solid var(--soft);border-radius:.375rem;background:var(--paper);color:var(--ink);width:100%}input[type=file]{padding:.27rem .6rem}
button{font:inherit;padding:.4rem 1rem;border:0;border-radius:.375rem;background:var(--mark);color:var(--paper);cursor:pointer}button.second{background:var(--tint);color:var(--ink);border:1px solid var(--soft)}
form label.whole,form>p{flex:1 1 100%}.stack{flex-direction:column;align-items:stretch}.stack label{flex:none}form>p{margin:0}
.match{color:var(--mark)}ul.summary{padding-inline-start:1.25rem}
details{flex:1 1 100%}summary{cursor:pointer;padding:.25rem 0}.fields{display:flex;flex-wrap:wrap;gap:.5rem;padding:.25rem 0}
.scroll{overflow-x:auto}.scroll table{width:max-content;min-width:100%}.scroll td{max-width:min(22rem,70vw);white-space:pre-wrap;text-align:start;unicode-bidi:plaintext}
.scroll th{max-width:16rem;white-space:normal}.scroll thead th{vertical-align:bottom}.scroll th.number{width:1%;min-width:3.5rem;white-space:nowrap;position:sticky;inset-inline-start:0;background:var(--paper)}
@media (max-width:32rem){.full table{font-size:.875rem}.full thead th,.full thead th.number{white-space:normal;overflow-wrap:anywhere;hyphens:auto;min-width:0}.full :is(th,td):not(:last-child){padding-inline-end:.4rem}td:first-child{min-width:4rem}.projects :is(th,td):last-child{display:none}.full dl{grid-template-columns:1fr}.full dt{border-bottom:0;padding-bottom:0}}
label.large{flex:1 1 100%;font-size:1rem}label.large input{font-size:1.375rem;padding:.6rem .8rem;border-width:2px}.try{margin-bottom:.5rem}.examples{color:var(--soft);margin:.25rem 0 1rem}
ol.candidates{list-style:none;margin:0;padding:0}ol.candidates>li{padding:.6rem 0;border-top:1px solid var(--line)}.candidates p{margin:0}.candidate a{font-weight:600}.figures{display:flex;flex-wrap:wrap;gap:0 1.25rem;font-variant-numeric:tabular-nums}ul.reasons{margin:.125rem 0 0;padding-inline-start:1.1rem;color:var(--soft);font-size:.875rem}.decision{font-weight:600}.live[aria-busy]{opacity:.6}
.whole{flex:1 1 100%}.fault{color:var(--fault);font-weight:600}[aria-invalid=true]{border-color:var(--fault);border-width:2px}mark{background:var(--warm);color:inherit;border-radius:.2rem;padding:0 .2em}.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.parts ul{display:flex;flex-wrap:wrap;gap:.25rem 1rem;list-style:none;margin:.5rem 0 1rem;padding:0;border-bottom:1px solid var(--line)}.parts a{display:block;padding:.25rem 0;color:inherit;text-decoration:none}.parts [aria-current]{font-weight:600;box-shadow:0 2px var(--mark)}
.button{display:inline-block;padding:.4rem 1rem;border-radius:.375rem;background:var(--mark);color:var(--paper);text-decoration:none}.button.second{background:var(--tint);color:var(--ink);border:1px solid var(--soft)}a.button:focus-visible{outline:3px solid var(--mark);outline-offset:2px}
.tick{display:flex;gap:.5rem;align-items:center;flex:1 1 100%}.tick input{width:1.25rem;height:1.25rem;flex:none}progress{width:100%;accent-color:var(--mark)}
.judge{display:block;margin:.25rem 0}form.other{display:flex}.actions{display:flex;flex-wrap:wrap;gap:.5rem;align-items:start;margin:.25rem 0}.actions :is(button,.button){min-height:2.5rem}.rejected{opacity:.65}.rejected .candidate a{text-decoration:line-through}.missing{color:var(--soft)}.keys{margin:1rem 0}kbd{border:1px solid currentColor}button kbd,.button kbd{background:none;opacity:.85}.foot{position:sticky;bottom:0;padding:.5rem 0;background:var(--paper)}
.sides{font-size:.9375rem}.sides dl,.sides p{margin:0}.sides :is(dt,dd,.candidates>li>*){padding:.3rem .75rem .3rem 0}.sides .candidates>li>p{border-bottom:1px solid var(--line)}.sides ol.candidates>li{padding-block:0}.sides .figures{display:inline}.sides .actions{padding-top:.4rem}.sides .actions :is(button,.button){padding-inline:.75rem}.sides .reasons{color:var(--soft);font-size:.875rem}.sides [data-row-name]:focus{outline:0}
@media (min-width:48rem){.sides{display:grid;grid-template-columns:minmax(5rem,max-content) minmax(9rem,20rem);grid-auto-columns:minmax(9rem,20rem);overflow-x:auto}.sides dl{display:grid;grid-area:1/1/span 99/span 2;grid-template:subgrid/subgrid}.sides ol{display:contents}.sides ol.candidates>li{display:grid;grid-row:1/span 99;grid-template-rows:subgrid;border-inline-start:1px solid var(--line)}.sides .candidates>li>*{padding-inline-start:.75rem}.sides li>div{display:flex;flex-direction:column;border-bottom:1px solid var(--line)}.sides li>div .actions{margin-top:auto}.sides .label{display:none}}
@media (max-width:48rem){.sides .label{color:var(--soft)}.sides dl{grid-template-columns:minmax(5rem,max-content) 1fr}.sides dt{border-bottom:1px solid var(--line)}kbd{display:none}}
.columns{align-items:start}.columns label{flex:1 1 14rem}.columns label>bdi{color:var(--ink);font-weight:600}.columns small{display:block}.columns>p{flex:1 1 100%}td.score,th.score{text-align:end;font-variant-numeric:tabular-nums}
.plots{display:flex;flex-wrap:wrap;gap:1rem}figure{margin:0}figcaption{font-weight:600}svg{max-width:100%;height:auto}svg text{fill:var(--soft);font-size:11px}.frame{fill:none;stroke:var(--line)}.guide{stroke:var(--line);stroke-dasharray:4}.range{stroke:var(--soft)}.point{fill:var(--mark)}.curve{fill:none;stroke:var(--mark);stroke-width:2}
.beside{display:grid;grid-template-columns:minmax(0,1fr) minmax(12rem,18rem);gap:0 2rem}.beside aside h2{font-size:1rem;margin:1rem 0 .25rem}ol.entities{padding-inline-start:3.5rem;margin:0}ol.entities li{padding:.3rem 0;border-bottom:1px solid var(--line)}ol.entities a{font-weight:600;margin-inline-end:.5rem}ul.facet{list-style:none;margin:0;padding:0;font-size:.9375rem}ul.facet li{display:flex;justify-content:space-between;gap:.75rem;padding:.125rem 0}ul.facet .number{color:var(--soft)}.search label.large{flex:1 1 18rem}.paging{display:flex;flex-wrap:wrap;gap:.25rem 1rem}
.map{margin:1rem 0;border:1px solid var(--line);border-radius:.5rem}.land{fill:var(--line)}.map .guide{fill:none}.map .point{fill:var(--fault)}
@media (max-width:48rem){.beside{grid-template-columns:minmax(0,1fr)}ol.entities{padding-inline-start:2.5rem}}
details.operation{border-top:1px solid var(--line);padding:.25rem 0}.operation summary code{font-weight:600}.operation p{margin:.5rem 0}.try-out{border-inline-start:3px solid var(--mark);padding-inline-start:.75rem}.answer pre{max-height:30rem;overflow:auto}.meanings p{margin:0}
.document :is(h1,h2,h3,h4){scroll-margin-top:1rem}.document h3{font-size:1rem}.document pre{white-space:pre;overflow-x:auto}.document img{max-width:100%;height:auto;border:1px solid var(--line)}.contents{margin:0 0 1rem}
.long{max-height:75vh;overflow:auto}.long thead th{position:sticky;top:0;background:var(--paper);z-index:1}.long tbody :is(td,th){white-space:nowrap;max-width:22rem;overflow:hidden;text-overflow:ellipsis;height:2.5rem;padding-block:0;vertical-align:middle}.long td.spacer{height:auto;padding:0;border:0}form.over,fieldset.over{outline:3px dashed var(--mark);outline-offset:.5rem}
.door{align-items:stretch}.door>p{flex:1 1 100%}fieldset{flex:1 1 18rem;min-width:0;margin:0;border:2px dashed var(--line);border-radius:.5rem;padding:.5rem 1rem 1rem}legend{font-weight:600;padding:0 .5rem}fieldset :is(label,details){margin:.5rem 0}fieldset .tick{color:var(--ink);font-size:1rem;margin:.25rem 0}fieldset p{margin:.5rem 0 0}
.full .languages{margin-top:2rem;padding-block:0 1rem}.languages ul{display:flex;flex-wrap:wrap;gap:.25rem 1rem;list-style:none;margin:0;padding:0;font-size:.875rem}.languages li{padding:.25rem 0}.languages [aria-current]{font-weight:600}.languages button{padding:0;background:none;color:var(--link);text-decoration:underline}
ol.history li{margin:.25rem 0}.history button{padding:.1rem .6rem;font-size:.875rem}ul.facet [aria-current]{font-weight:600}
.copy{display:flex;flex-wrap:wrap;gap:.5rem;align-items:center;margin:.25rem 0}.copy .address{flex:1 1 18rem}
@media print{:root{color-scheme:light;--ink:#000;--soft:#333;--line:#999;--paper:#fff;--tint:#fff;--link:#000;--mark:#000}form,h2:has(+form),nav{display:none}.scroll{overflow:visible}tr,dt,dd,li{break-inside:avoid}h2{break-after:avoid}}
`;

export const FRAME_STYLE = `${COLOURS}body{margin:0;padding:.75rem 1rem;font:14px/1.4 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;color:var(--ink);background:var(--paper);overflow-wrap:anywhere}
a{color:var(--link)}a:focus-visible{outline:3px solid var(--mark);outline-offset:2px}
h1{font-size:1.125rem;line-height:1.2;margin:0 0 .25rem}p{margin:.25rem 0}.summary{margin:0 0 .5rem;color:var(--soft)}
.chips{display:flex;flex-wrap:wrap;gap:.375rem;padding:0;margin:0 0 .5rem;list-style:none}.chips li{background:var(--tint);border:1px solid var(--line);border-radius:1rem;padding:0 .625rem;font-size:.75rem}
dl{display:grid;grid-template-columns:7rem 1fr;margin:0;border-top:1px solid var(--line)}dt,dd{margin:0;padding:.2rem 0;border-bottom:1px solid var(--line)}dt{color:var(--soft);padding-inline-end:1rem}dd ul{margin:0;padding:0;list-style:none}
code{font:.9em ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;background:var(--tint);border-radius:.25rem;padding:.1em .3em}
.brief:not(:has(details[open])) :is(h1,.summary){display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:2;overflow:hidden}.brief:not(:has(details[open])) h1~p:not([dir]){-webkit-line-clamp:1}.brief:not(:has(details[open])) .chips{flex-wrap:nowrap;overflow:hidden}.brief:not(:has(details[open])) .chips li{flex:none}
.brief:not(:has(details[open]))>dl :is(dt,dd){white-space:nowrap;overflow:hidden;text-overflow:ellipsis}.brief:not(:has(details[open]))>dl li{display:inline}.brief:not(:has(details[open]))>dl li+li::before{content:" · "}details>summary{color:var(--link);cursor:pointer}details[open]>summary{margin-block:.25rem}
@media (min-width:48rem){main{max-width:44rem;margin:1rem auto}}
`;

/** Both styles as sources in a content security policy: no other style is applied. */
export function pageStyleSources(): string {
  return (sources ??= [PAGE_STYLE, FRAME_STYLE]
    .map((style) => `'sha256-${createHash('sha256').update(style).digest('base64')}'`)
    .join(' '));
}

let sources: string | undefined;
