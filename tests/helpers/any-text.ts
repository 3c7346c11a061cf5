import fc from 'fast-check';

/** Texts of any code points, lone surrogates among them. The unit `binary` of `fc.string` means the same and takes a second to be made. */
export const anyText: fc.Arbitrary<string> = fc.string({
  unit: fc.nat(0x10_ff_ff).map((codePoint) => String.fromCodePoint(codePoint)),
});
