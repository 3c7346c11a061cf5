import type { ReactNode } from 'react';
import {
  cx,
  ErrorSummary,
  Form,
  HiddenValue,
  Icon,
  Link,
  type LobbyProps,
  Picture,
  Questions,
  Text,
  useForm,
} from '#engine/block-kit/index.ts';
import css from './Lobby.module.css';

/** The lobby (R6, S8): a button that joins the waiting list; the token is in the tail of the page. */
export function Lobby({ id, curtain, room, eyebrow, title, text, join, login }: LobbyProps): ReactNode {
  const form = `${id}-form`;
  const { controlTexts } = useForm('waiting-list');
  return (
    <section id={id} className={cx('press', css.lobby)} aria-labelledby={`${id}-title`}>
      <div className={cx(css.door, !join && css.open)}>
        <div className={css.room}>
          <Picture image={room} sizes="10rem" priority />
        </div>
        <div className={css.half}>
          <Picture image={curtain} sizes="10rem" priority />
        </div>
        <div className={css.half}>
          <Picture image={curtain} sizes="10rem" priority />
        </div>
      </div>
      {eyebrow && <Text value={eyebrow} as="p" className="eyebrow" />}
      <Text value={title} as="h1" className="display" id={`${id}-title`} />
      <Text value={text} as="p" className={cx('lead', css.words)} />
      {join ? (
        <Form id={form} form="waiting-list" className={css.form}>
          <ErrorSummary labels={{}} />
          <HiddenValue form={form} name="token" value="token" />
          {controlTexts && (
            <div className="fields">
              <Questions form="waiting-list" />
            </div>
          )}
          <p className={css.consent}>
            <Icon name="envelope" />
            <Text value={join.consent} as="span" className={css.words} />
          </p>
          <button type="submit" className="btn btn-primary">
            <Text value={join.submit} />
            <Icon name="arrow" />
          </button>
          <Link link={login} className="btn" />
        </Form>
      ) : (
        <div className="actions">
          <Link link={login} className="btn" />
        </div>
      )}
    </section>
  );
}
