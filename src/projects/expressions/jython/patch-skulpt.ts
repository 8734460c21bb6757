import type { InsideScript } from '../sandbox/sealed-engine.js';

/** Replacements in the text of Skulpt 1.2.0: each original occurs once. */
const REPLACED: readonly (readonly [string, string])[] = [
  // Skulpt keeps one object for each text for ever, so that a large table would fill the interpreter's memory. Here it
  // keeps those that are made while it is loaded (`internStrings` 2), finds them again while a program is parsed (1),
  // and no others (0): later texts get the two derived names on demand (python-text.js).
  [
    'var b=n[a];if(void 0!==b)return b;n[a]=this;b=void 0===t[a]?a:a+"_$rw$";this.$mangled=b;this.$savedKeyHash=a.replace(g,"!$&");this.v=a}',
    'this.v=a;if(internStrings){var b=n[a];if(void 0!==b)return b;if(internStrings===2){n[a]=this;this.$mangled=void 0===t[a]?a:a+"_$rw$";this.$savedKeyHash=a.replace(g,"!$&")}}}',
  ],
  // Nothing is ever suspended (python-shortcuts.js sees to it), and a check after each call costs as much as a short
  // call.
  ['else l("if ($ret && $ret.$isSuspension) { $ret = Sk.misceval.retryOptionalSuspensionOrThrow($ret); }")', ''],
  // Calls, parts, sums, loops and comparisons, in fewer steps where python-code.js knows how.
  [
    'a.prototype.ccall=function(a){',
    'a.prototype.ccall=function(a){var short=Sk.shortCall(this,a,l);if(short!==undefined)return short;',
  ],
  [
    'a.prototype.vslice=function(a,b,c,e){',
    'a.prototype.vslice=function(a,b,c,e){var short=Sk.shortSlice(this,a,b,c,l);if(short!==undefined)return short;',
  ],
  [
    'return this._gr("binop","Sk.abstr.numberBinOp(",this.vexpr(a.left),",",this.vexpr(a.right),",\'",a.op.prototype._astname,"\')")',
    '{const one=this.vexpr(a.left),other=this.vexpr(a.right);return this._gr("binop",Sk.shortOperator(a.op.prototype._astname,one,other))}',
  ],
  [
    'a=this._gr("inplbinop","Sk.abstr.numberInplaceBinOp(",c,",",e,",\'",a.op.prototype._astname,"\')")',
    'a=this._gr("inplbinop",Sk.shortInPlace(a.op.prototype._astname,c,e))',
  ],
  ['p=this._gr("iter","Sk.abstr.iter(",p,")");', 'p=this._gr("iter","$py.walk(",p,")");'],
  ['l("$ret = Sk.abstr.iternext(",p,", true);");', 'l("$ret = ",p,".tp$iternext(true);");'],
  ['f=this._gr("iter","Sk.abstr.iter(",e,")")', 'f=this._gr("iter","$py.walk(",e,")")'],
  [
    'l("$ret = Sk.abstr.iternext(",f,this.u.canSuspend?", true":", false",");");',
    'l("$ret = ",f,".tp$iternext(",this.u.canSuspend,");");',
  ],
  [
    'l("$ret = Sk.builtin.bool(Sk.misceval.richCompareBool(",c,",",h,",\'",a.ops[b].prototype._astname,"\', true));");',
    'l("$ret = $py.",a.ops[b].prototype._astname,"(",c,",",h,");");',
  ],
  [
    'a=this._gr("jfalse","(",a,"===false||!Sk.misceval.isTrue(",a,"))");',
    'a=this._gr("jfalse","(",a,"===$py.no||",a,"!==$py.yes&&!Sk.misceval.isTrue(",a,"))");',
  ],
  // The parameters of a function always have a value where it begins.
  [
    'case 0:switch(c){case Sk.astnodes.Load:case Sk.astnodes.Param:return l("if ("',
    'case 0:switch(c){case Sk.astnodes.Param:return d;case Sk.astnodes.Load:return l("if ("',
  ],
];

/** Skulpt with these replacements. Throws when an original does not occur once, as after a change of version. */
export function patchSkulpt({ fileName, text }: InsideScript): InsideScript {
  return {
    fileName,
    text: REPLACED.reduce((patched, [from, to]) => {
      const pieces = patched.split(from);
      if (pieces.length !== 2) throw new Error(`${fileName} is not the version that this program knows`);
      return pieces.join(to);
    }, text),
  };
}
