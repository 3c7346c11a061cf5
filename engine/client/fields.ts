/** Fields of form documents. Loaded with the first island whose form has questions. */
import { documentFields } from '#engine/block-kit/DocumentFields.tsx';
import { provideQuestionFields } from '#engine/block-kit/question-fields.ts';

provideQuestionFields(documentFields);
