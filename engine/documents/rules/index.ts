import { altText } from './alt-text/rule.ts';
import { variationConflict } from './variation-conflict/rule.ts';
import { blockDepth } from './block-depth/rule.ts';
import { brandProperties } from './brand-properties/rule.ts';
import { brandFont } from './brand-font/rule.ts';
import { brokenAnchor } from './broken-anchor/rule.ts';
import { claims } from './claims/rule.ts';
import { cycle } from './cycle/rule.ts';
import { defaultLocale } from './default-locale/rule.ts';
import { documentVersion } from './document-version/rule.ts';
import { duplicateEntry } from './duplicate-entry/rule.ts';
import { duplicateId } from './duplicate-id/rule.ts';
import { duplicateRoute } from './duplicate-route/rule.ts';
import { editorSchema } from './editor-schema/rule.ts';
import { experimentVariations } from './experiment-variations/rule.ts';
import { experimentMetric } from './experiment-metric/rule.ts';
import { experimentPhase } from './experiment-phase/rule.ts';
import { experimentPrerequisite } from './experiment-prerequisite/rule.ts';
import { experimentRamp } from './experiment-ramp/rule.ts';
import { extraLocale } from './extra-locale/rule.ts';
import { fontLetters } from './font-letters/rule.ts';
import { formFields } from './form-fields/rule.ts';
import { formQuestions } from './form-questions/rule.ts';
import { headingOrder } from './heading-order/rule.ts';
import { invisibleCharacter } from './invisible-character/rule.ts';
import { journeyAlternatives } from './journey-alternatives/rule.ts';
import { journeyDocument } from './journey-document/rule.ts';
import { journeyFields } from './journey-fields/rule.ts';
import { journeyFlows } from './journey-flows/rule.ts';
import { journeyForms } from './journey-forms/rule.ts';
import { journeyGuards } from './journey-guards/rule.ts';
import { journeyNames } from './journey-names/rule.ts';
import { journeyOutcomes } from './journey-outcomes/rule.ts';
import { journeyStates } from './journey-states/rule.ts';
import { json } from './json/rule.ts';
import { lowContrast } from './low-contrast/rule.ts';
import { languages } from './languages/rule.ts';
import { linkQuery } from './link-query/rule.ts';
import { missingLocale } from './missing-locale/rule.ts';
import { missingPin } from './missing-pin/rule.ts';
import { missingTarget } from './missing-target/rule.ts';
import { overlongText } from './overlong-text/rule.ts';
import { pageWeight } from './page-weight/rule.ts';
import { patchDrift } from './patch-drift/rule.ts';
import { patternVFlag } from './pattern-v-flag/rule.ts';
import { imageCrop } from './picture-crop/rule.ts';
import { imageGrade } from './picture-grade/rule.ts';
import { imageFile } from './picture-file/rule.ts';
import { policyVersion } from './policy-version/rule.ts';
import { reservedParameter } from './reserved-parameter/rule.ts';
import { schema } from './schema/rule.ts';
import { shadowedRoute } from './shadowed-route/rule.ts';
import { singleH1 } from './single-h1/rule.ts';
import { slotContent } from './slot-content/rule.ts';
import { strayFile } from './stray-file/rule.ts';
import { tableCells } from './table-cells/rule.ts';
import { textMarkup } from './text-markup/rule.ts';
import { typedAddress } from './typed-address/rule.ts';
import { typography } from './typography/rule.ts';
import { unclearChange } from './unclear-change/rule.ts';
import { unknownAddress } from './unknown-address/rule.ts';
import { unknownArea } from './unknown-area/rule.ts';
import { unknownBrand } from './unknown-brand/rule.ts';
import { unknownBlock } from './unknown-block/rule.ts';
import { unknownColour } from './unknown-colour/rule.ts';
import { unknownCookie } from './unknown-cookie/rule.ts';
import { unknownCountry } from './unknown-country/rule.ts';
import { unknownDocument } from './unknown-document/rule.ts';
import { unknownFile } from './unknown-file/rule.ts';
import { unknownFolder } from './unknown-folder/rule.ts';
import { unknownForm } from './unknown-form/rule.ts';
import { unknownFragment } from './unknown-fragment/rule.ts';
import { unknownGuard } from './unknown-guard/rule.ts';
import { unknownImage } from './unknown-image/rule.ts';
import { unknownLayout } from './unknown-layout/rule.ts';
import { unknownLink } from './unknown-link/rule.ts';
import { unknownSlot } from './unknown-slot/rule.ts';
import { unknownText } from './unknown-text/rule.ts';
import { unknownWebhook } from './unknown-webhook/rule.ts';
import { unreachableRoute } from './unreachable-route/rule.ts';
import { unreadableFile } from './unreadable-file/rule.ts';
import { unsafeUrl } from './unsafe-url/rule.ts';
import { untranslatedText } from './untranslated-text/rule.ts';
import { unusedDocument } from './unused-document/rule.ts';
import { unusedClaim } from './unused-claim/rule.ts';
import { unusedText } from './unused-text/rule.ts';
import { videoFile } from './video-file/rule.ts';
import { window } from './window/rule.ts';
import type { Rule } from './rule.ts';

/** All rules; a folder that is missing here fails a test. */
export const rules: readonly Rule[] = [
  altText,
  variationConflict,
  videoFile,
  blockDepth,
  brandFont,
  brandProperties,
  brokenAnchor,
  claims,
  cycle,
  defaultLocale,
  documentVersion,
  duplicateEntry,
  duplicateId,
  duplicateRoute,
  editorSchema,
  experimentVariations,
  experimentMetric,
  experimentPhase,
  experimentPrerequisite,
  experimentRamp,
  extraLocale,
  fontLetters,
  formFields,
  formQuestions,
  headingOrder,
  invisibleCharacter,
  journeyAlternatives,
  journeyDocument,
  journeyFields,
  journeyFlows,
  journeyForms,
  journeyGuards,
  journeyNames,
  journeyOutcomes,
  journeyStates,
  json,
  languages,
  lowContrast,
  linkQuery,
  missingLocale,
  missingPin,
  missingTarget,
  overlongText,
  pageWeight,
  patchDrift,
  patternVFlag,
  imageCrop,
  imageGrade,
  imageFile,
  policyVersion,
  reservedParameter,
  schema,
  shadowedRoute,
  singleH1,
  slotContent,
  strayFile,
  tableCells,
  textMarkup,
  typedAddress,
  typography,
  unclearChange,
  unknownAddress,
  unknownArea,
  unknownBlock,
  unknownBrand,
  unknownColour,
  unknownCookie,
  unknownCountry,
  unknownDocument,
  unknownFile,
  unknownFolder,
  unknownForm,
  unknownFragment,
  unknownGuard,
  unknownImage,
  unknownLayout,
  unknownLink,
  unknownSlot,
  unknownText,
  unknownWebhook,
  unreachableRoute,
  unreadableFile,
  unsafeUrl,
  untranslatedText,
  unusedDocument,
  unusedClaim,
  unusedText,
  window,
];
